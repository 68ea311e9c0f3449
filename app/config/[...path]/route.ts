import { unknownCall } from '@/lib/api/unknown-call';

export { unknownCall as GET };
