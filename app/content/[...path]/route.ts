import { unknownCall } from '@/lib/guards/unknown-call';

export { unknownCall as GET };
