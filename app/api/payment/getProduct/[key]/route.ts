import { viewProduct } from '@/lib/checkout/purchase/products';
import { product } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'anyone', answers: { 200: product } }, ({ params, lang }) => viewProduct(params.key ?? '', lang));
