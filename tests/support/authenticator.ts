import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyAttestation, PasskeyAssertion } from '@/lib/accounts/passkey-sign-in';
import { config } from '@/lib/config/config';

interface Options {
  challenge: string;
}

interface AssertionChange {
  origin?: string;
  rpId?: string;
  type?: string;
  userVerified?: boolean;
  counter?: number;
}

const bytes = (...parts: Array<number | Buffer>): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const uint32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);

// The functions below implement the part of CBOR (RFC 8949) that an attestation of format `none` needs.
const cborBytes = (data: Buffer): Buffer =>
  data.length < 256 ? bytes(0x58, data.length, data) : bytes(0x59, data.length >> 8, data.length & 255, data);
const cborText = (text: string): Buffer => bytes(0x60 + text.length, Buffer.from(text));

/** An ES256 passkey in memory that counts its signatures. */
export class TestAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  private readonly key: KeyObject;
  private readonly publicKey: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.publicKey = bytes(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, cborBytes(xBytes), 0x22, cborBytes(yBytes));
  }

  create(options: Options, change: AssertionChange = {}): PasskeyAttestation {
    const credential = bytes(Buffer.alloc(16), 0, this.id.length, this.id, this.publicKey);
    const authData = bytes(this.authenticatorData(0x40, change), credential);
    const attestationObject = bytes(
      0xa3,
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      0xa0,
      cborText('authData'),
      cborBytes(authData),
    );
    const response = {
      clientDataJSON: this.clientData('webauthn.create', options, change).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    };
    return { ...this.named(), response };
  }

  show(options: Options, change: AssertionChange = {}): PasskeyAssertion {
    this.counter = change.counter ?? this.counter + 1;
    const [authData, clientData] = [
      this.authenticatorData(0, change),
      this.clientData('webauthn.get', options, change),
    ];
    const signature = sign('sha256', bytes(authData, sha256(clientData)), this.key);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: undefined,
    };
    return { ...this.named(), response };
  }

  private named() {
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      authenticatorAttachment: 'platform' as const,
      clientExtensionResults: {},
    };
  }

  private clientData(type: string, { challenge }: Options, change: AssertionChange): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge,
        origin: change.origin ?? config().siteUrl,
        crossOrigin: false,
      }),
    );
  }

  /** Sets the flags user present, user verified, backup eligible and backed up. */
  private authenticatorData(
    more: number,
    { rpId = new URL(config().siteUrl).hostname, userVerified = true, counter }: AssertionChange,
  ): Buffer {
    return bytes(sha256(rpId), 0x01 | (userVerified ? 0x04 : 0) | 0x08 | 0x10 | more, uint32(counter ?? this.counter));
  }
}
