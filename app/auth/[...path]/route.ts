import { handler } from '@/lib/guards/handler';
import { notFound } from '@/lib/problem';

const unknownCall = handler({ origin: 'not-foreign' }, async () => {
  throw notFound();
});

export { unknownCall as GET, unknownCall as POST, unknownCall as PUT, unknownCall as PATCH, unknownCall as DELETE };
