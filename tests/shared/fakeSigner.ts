import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';

export interface SignerCall {
  action: 'getSignedUrl' | 'getSignedUrls' | 'getFileList' | 'makeCopy' | 'makeAnyCopy';
  urls: string[];
  bypassCache?: boolean;
  retries?: number;
}

/** A signed-URL service that counts its calls; each address it gives is new and says what it is for. */
export const createFakeSigner = ({ lifeMs = 2_400_000, now = () => Date.now() } = {}) => {
  const calls: SignerCall[] = [];
  const make = async (src: string) => {
    const { making, unmade, makeMs } = signer;
    making.most = Math.max(making.most, (making.now += 1));
    if (makeMs > 0) await new Promise(resolve => setTimeout(resolve, makeMs));
    making.now -= 1;
    const left = (unmade.get(src) ?? 1) - 1;
    if (left > 0) unmade.set(src, left);
    else unmade.delete(src);
  };
  const signer = {
    calls,
    lifeMs,
    /** What it refuses to sign. */
    refused: new Set<string>(),
    /** What the role may not see. */
    denied: new Set<string>(),
    /** Whose copies are yet to be made, and how often they are asked for until they are. */
    unmade: new Map<string, number>(),
    /** Milliseconds that a copy takes. */
    makeMs: 0,
    /** Copies that are being made, and the most at once. */
    making: { now: 0, most: 0 },
    /** How many of the next calls fail as if nothing could be reached. */
    unreachable: 0,
    /** How many of the next calls are answered with an error. */
    failing: 0,
    diesAt: new Map<string, number>(),
    invoke: (async (_name: string, action: SignerCall['action'], data: Record<string, unknown>) => {
      const {
        url,
        fileList,
        urls = fileList ?? [url],
        ...options
      } = data as {
        url?: string;
        urls?: string[];
        fileList?: string[];
      };
      calls.push({ action, urls: urls as string[], ...options });
      if (signer.unreachable > 0) {
        signer.unreachable -= 1;
        throw new PlatformFailure('NETWORK', '网络连接失败');
      }
      if (signer.failing > 0) {
        signer.failing -= 1;
        throw new ActionFailure({ code: 50201, message: '图片服务暂时不可用' });
      }
      if (action === 'makeCopy' || action === 'makeAnyCopy') await make(String(url));
      const list = (urls as string[]).map(src => {
        if (signer.refused.has(src)) return { src, url: '', expireTime: 0 };
        if (signer.denied.has(src)) return { src, url: '', expireTime: 0, denied: true };
        if (signer.unmade.has(src)) return { src, url: '', expireTime: 0, unmade: true };
        const signed = `https://files.example/${src}?sign=${calls.length}`;
        const expireTime = now() + signer.lifeMs;
        signer.diesAt.set(signed, expireTime);
        return { src, url: signed, expireTime };
      });
      if (action === 'getFileList')
        return { list: list.filter(one => one.url || one.unmade || one.denied) };
      if (action === 'getSignedUrls') return { list };
      if (!list[0]?.url && !list[0]?.unmade)
        throw new ActionFailure({ code: 40400, message: '记录不存在' });
      return list[0];
    }) as unknown as Invoke,
  };
  return signer;
};
