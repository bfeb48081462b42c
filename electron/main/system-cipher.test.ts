import { describe, expect, it } from 'vitest';
import { createSystemCipher, type SystemStore } from './system-cipher.ts';

/** A store with the synchronous half only. Its encryption is a stand-in. */
const plainStore = (members: Partial<SystemStore> = {}): SystemStore => ({
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(`sync ${text}`),
  decryptString: (bytes) => bytes.toString().replace('sync ', ''),
  ...members,
});

const statusOf = async (store: SystemStore, platform: string) => (await createSystemCipher(store, platform)).status();

describe('what the system offers', () => {
  it.each([
    ['darwin', undefined, { available: true, backend: 'macOS Keychain' }],
    ['win32', undefined, { available: true, backend: 'Windows data protection' }],
    ['linux', 'gnome_libsecret', { available: true, backend: 'GNOME keyring' }],
    ['linux', 'something_new', { available: true, backend: 'something_new' }],
  ])('is named on %s with %s', async (platform, backend, status) => {
    const store = plainStore(backend === undefined ? {} : { getSelectedStorageBackend: () => backend });
    expect(await statusOf(store, platform)).toEqual(status);
  });

  it('counts for nothing when it only pretends, whatever it says of itself', async () => {
    const store = plainStore({
      getSelectedStorageBackend: () => 'basic_text',
      isAsyncEncryptionAvailable: () => Promise.resolve(true),
    });
    expect(await statusOf(store, 'linux')).toEqual({
      available: false,
      backend: 'basic_text',
      why: expect.stringContaining('basic_text'),
    });
  });

  it.each([
    ['says no', plainStore({ isEncryptionAvailable: () => false })],
    ['says no later', plainStore({ isAsyncEncryptionAvailable: () => Promise.resolve(false) })],
    ['cannot be asked', plainStore({ isAsyncEncryptionAvailable: () => Promise.reject(new Error('no bus')) })],
    [
      'is broken',
      plainStore({
        isEncryptionAvailable: () => {
          throw new Error('no bus');
        },
      }),
    ],
  ])('is not available when it %s', async (_, store) => {
    expect(await statusOf(store, 'linux')).toMatchObject({
      available: false,
      why: expect.stringContaining('not available'),
    });
  });
});

describe('encrypting', () => {
  it('uses the synchronous half where there is no other', async () => {
    const cipher = await createSystemCipher(plainStore(), 'linux');
    expect((await cipher.encrypt('text')).toString()).toBe('sync text');
    expect(await cipher.decrypt(Buffer.from('sync text'))).toBe('text');
  });

  it('uses the asynchronous half where there is one', async () => {
    const store = plainStore({
      isAsyncEncryptionAvailable: () => Promise.resolve(true),
      encryptStringAsync: async (text) => Buffer.from(`async ${text}`),
      decryptStringAsync: async (bytes) => ({ result: bytes.toString().replace('async ', '') }),
    });
    const cipher = await createSystemCipher(store, 'darwin');
    expect((await cipher.encrypt('text')).toString()).toBe('async text');
    expect(await cipher.decrypt(Buffer.from('async '))).toBe('');
  });

  it('rejects when the system throws', async () => {
    const refuse = () => {
      throw new Error('refused');
    };
    const cipher = await createSystemCipher(plainStore({ encryptString: refuse, decryptString: refuse }), 'linux');
    await expect(cipher.encrypt('text')).rejects.toThrow('refused');
    await expect(cipher.decrypt(Buffer.from('text'))).rejects.toThrow('refused');
  });
});
