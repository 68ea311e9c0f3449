import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '@/lib/accounts/passkey-sign-in';
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

const concatBytes = (...parts: Array<number | Buffer>): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
const hashSha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const encodeUint32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);

// The functions below implement the part of CBOR (RFC 8949) that an attestation of format `none` needs.
const encodeCborBytes = (data: Buffer): Buffer =>
  data.length < 256
    ? concatBytes(0x58, data.length, data)
    : concatBytes(0x59, data.length >> 8, data.length & 255, data);
const encodeCborText = (text: string): Buffer => concatBytes(0x60 + text.length, Buffer.from(text));

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
    this.publicKey = concatBytes(
      0xa5,
      0x01,
      0x02,
      0x03,
      0x26,
      0x20,
      0x01,
      0x21,
      encodeCborBytes(xBytes),
      0x22,
      encodeCborBytes(yBytes),
    );
  }

  create(options: Options, change: AssertionChange = {}): PasskeyAttestation {
    const credential = concatBytes(Buffer.alloc(16), 0, this.id.length, this.id, this.publicKey);
    const authData = concatBytes(this.buildAuthenticatorData(0x40, change), credential);
    const attestationObject = concatBytes(
      0xa3,
      encodeCborText('fmt'),
      encodeCborText('none'),
      encodeCborText('attStmt'),
      0xa0,
      encodeCborText('authData'),
      encodeCborBytes(authData),
    );
    const response = {
      clientDataJSON: this.buildClientData('webauthn.create', options, change).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    };
    return { ...this.describeCredential(), response };
  }

  show(options: Options, change: AssertionChange = {}): PasskeyAssertion {
    this.counter = change.counter ?? this.counter + 1;
    const [authData, clientData] = [
      this.buildAuthenticatorData(0, change),
      this.buildClientData('webauthn.get', options, change),
    ];
    const signature = sign('sha256', concatBytes(authData, hashSha256(clientData)), this.key);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: undefined,
    };
    return { ...this.describeCredential(), response };
  }

  private describeCredential() {
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      authenticatorAttachment: 'platform' as const,
      clientExtensionResults: {},
    };
  }

  private buildClientData(type: string, { challenge }: Options, change: AssertionChange): Buffer {
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
  private buildAuthenticatorData(
    more: number,
    { rpId = new URL(config().siteUrl).hostname, userVerified = true, counter }: AssertionChange,
  ): Buffer {
    return concatBytes(
      hashSha256(rpId),
      0x01 | (userVerified ? 0x04 : 0) | 0x08 | 0x10 | more,
      encodeUint32(counter ?? this.counter),
    );
  }
}
