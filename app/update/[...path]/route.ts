import { unknownCall } from '@/lib/api/unknown-call';

export { unknownCall as GET, unknownCall as POST, unknownCall as PUT, unknownCall as PATCH, unknownCall as DELETE, unknownCall as OPTIONS };
