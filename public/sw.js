/* global self, caches, Request, fetch, URL */
// The visitor side's service worker: without a network a visitor gets a page that says so. It keeps that page and
// nothing else: the browser's own cache keeps the application's files, and what functions answer is never stored.
// Pages always come from the network, so a new deployment is shown by the next load.
const CACHE = 'offline-1';
const PAGE = '/offline.html';

self.addEventListener('install', event => {
  const stored = caches
    .open(CACHE)
    .then(cache => cache.add(new Request(PAGE, { cache: 'reload' })));
  event.waitUntil(stored.then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  const old = caches
    .keys()
    .then(names =>
      Promise.all(names.filter(name => name !== CACHE).map(name => caches.delete(name))),
    );
  event.waitUntil(old);
});

self.addEventListener('fetch', event => {
  const { request } = event;
  // Management pages and their handbook, calls, pictures and files are none of its business.
  const { pathname } = new URL(request.url);
  if (request.mode !== 'navigate' || /^\/(admin|handbook\.html)/.test(pathname)) return;
  event.respondWith(
    fetch(request).catch(async error => {
      const page = await caches.match(PAGE);
      if (page) return page;
      throw error;
    }),
  );
});
