// Opens the app when the server can't be reached: the page as it last was, and what it had loaded. It never speaks for the
// server: nothing below api/ is kept, and the page itself comes from the network whenever there is one.

const KEPT = "ferrovia";
const root = new URL("./", self.location.href).pathname;

self.addEventListener("install", (event) => event.waitUntil(fetch(root).then(keep).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(root)) return;
  const path = pathname.slice(root.length);
  if (path.startsWith("assets/")) event.respondWith(load(event.request));
  else if (event.request.mode === "navigate" && !path.startsWith("api/")) event.respondWith(visit(event.request));
});

/** Every address of the app is the same page. */
async function visit(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html")) await keep(answer.clone());
    return answer;
  } catch {
    return (await caches.match(root)) ?? Response.error();
  }
}

/** A new page is a new version of the app: nothing of the old one is needed any more. */
async function keep(page) {
  const text = await page.clone().text();
  const before = await caches.match(root);
  if (before && (await before.text()) !== text) await caches.delete(KEPT);
  const kept = await caches.open(KEPT);
  await kept.put(root, page);
}

/** Names carry a hash: what was kept is right. */
async function load(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}
