/**
 * Registers the service worker (`public/sw.js`), which shows a page while there is no network. Not on the management
 * side, and not while developing: it would outlive the server.
 */
export const registerServiceWorker = () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch((error: unknown) => console.error('no service worker', error));
};
