import { viewProducts } from '@/lib/checkout/purchase/products';
import { productList } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'anyone', answers: { 200: productList } }, ({ lang }) => viewProducts(lang));
