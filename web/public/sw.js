// Opens the app when the server can't be reached: the page as it last was, and what it had loaded. It never speaks for the
// server: nothing below api/ is kept, and the page itself comes from the network whenever there is one.

const KEPT = "ferrovia";
const root = new URL("./", self.location.href).pathname;

self.addEventListener("install", (event) =>
  event.waitUntil(
    fetch(root)
      .then(keep)
      .then(() => self.skipWaiting()),
  ),
);
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(root)) return;
  const path = pathname.slice(root.length);
  if (path.startsWith("assets/")) event.respondWith(load(event));
  else if (event.request.mode === "navigate" && !path.startsWith("api/")) event.respondWith(visit(event));
});

// --- being called: "your turn", "game over", in words of the server. It says nothing about cards.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // shown all the same: a browser takes the right away from a page that shows nothing
  }
  const calls = Array.isArray(told.calls) ? told.calls : [];
  const body = typeof told.text === "string" ? told.text : "";
  const path = calls.length === 1 && /^t\/[A-Za-z0-9_-]{22}$/.test(calls[0].path) ? calls[0].path : "";
  const options = { body, tag: path || KEPT, icon: `${root}icon-192.png`, data: { path } };
  event.waitUntil(self.registration.showNotification("Ferrovia", options));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(root + (event.notification.data?.path ?? "")));
});

/** In a window that is open already, if there is one. */
async function show(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = windows.find((client) => new URL(client.url).pathname === path);
  return known ? known.focus() : self.clients.openWindow(path);
}

/** Every address of the app is the same page. */
async function visit(event) {
  try {
    const answer = await fetch(event.request);
    later(event, keep(answer.clone()));
    return answer;
  } catch {
    return (await caches.match(root)) ?? Response.error();
  }
}

/** Names carry a hash: what was kept is right. */
async function load(event) {
  const known = await caches.match(event.request).catch(() => undefined);
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone(); // before its body is read
    later(
      event,
      caches.open(KEPT).then((kept) => kept.put(event.request, copy)),
    );
  }
  return answer;
}

/** Nobody waits for the cache, and without one everything works as long as there is a connection. */
function later(event, kept) {
  event.waitUntil(kept.catch(() => undefined));
}

/** A new page is a new version of the app: nothing of the old one is needed any more. */
async function keep(page) {
  const isPage = page.ok && !page.redirected && page.headers.get("content-type")?.startsWith("text/html");
  if (!isPage) return;
  const text = await page.clone().text();
  const before = await caches.match(root);
  if (before && (await before.text()) !== text) await caches.delete(KEPT);
  const kept = await caches.open(KEPT);
  await kept.put(root, page);
}
