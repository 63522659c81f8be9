/** What the page keeps on `window`; the SDK is the unmodified `@cloudbase/js-sdk`. */
export interface Sdk {
  auth(): {
    signInAnonymously(options: object): Promise<unknown>;
    signInWithCustomTicket(ticket: () => Promise<string>): Promise<unknown>;
    signOut(): Promise<unknown>;
    getSession(): Promise<{ data: { session: { access_token: string; scope: string } | null } }>;
    getUser(): Promise<{ data: { user: { id?: string; username?: string } | null } }>;
  };
  callFunction(options: { name: string; data?: unknown }): Promise<Record<string, unknown>>;
  uploadFile(options: object): Promise<{ fileID: string; download_url: string }>;
  getTempFileURL(options: object): Promise<{ fileList: { code: string; tempFileURL: string }[] }>;
  deleteFile(options: object): Promise<{ fileList: { code: string }[] }>;
  copyFile(options: object): Promise<{ fileList: { code: string }[] }>;
  getFileInfo(options: object): Promise<{ fileList: { size?: number; contentType?: string }[] }>;
}
declare global {
  interface Window {
    connect(host: string, accessKey?: string): Sdk;
    sdk: Sdk;
  }
}

/** The page's script, for esbuild. */
export const PAGE = `
  import cloudbase from '@cloudbase/js-sdk';
  window.connect = (host, accessKey) => {
    const app = cloudbase.init({ env: 'local', region: 'ap-shanghai', persistence: 'local', accessKey });
    app.registerEndPointWithKey({ key: 'GATEWAY', url: '//' + host + '/v1', protocol: 'http' });
    return app;
  };`;
