-- Migration 0024 gave lines to every refund that nobody had asked for twice. One of them may be of another charge than the one that paid the
-- order, given back at the provider's own dashboard: it took nothing of the order back, and its learner may still ask for a refund.
DELETE FROM "RefundLine" l USING "RefundRequest" r, "Order" o
WHERE r."id" = l."requestId" AND o."id" = l."orderId" AND NOT r."doubleCharge" AND r."transactionId" <> o."paidTransactionId";
