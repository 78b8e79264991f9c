import { openPages, openPool } from "./test/Chromium.ts"
const { default: sharp } = await import("sharp")
if (process.env.NOCACHE) { sharp.cache(false); sharp.concurrency(1) }
const PAGES = { "/": `<title>Shop</title><style>body{margin:0}</style>${"<p>A line of text that is drawn.</p>".repeat(100)}`, "/tall": `<div style="height:9000px;background:linear-gradient(red,blue)"></div>` }
const site = await openPages(PAGES); const pool = openPool({ shotsPerBrowser: 50 })
const mb = (n) => (n/1048576).toFixed(0)
for (let i = 0; i < 60; i += 2) {
  await Promise.all([0,1].map((k) => pool.take({ url: `http://shop.example.com:${site.port}${k ? "/" : "/tall"}` })))
  if (i % 10 === 0) { globalThis.gc(); const m = process.memoryUsage(); console.log(i, "rss", mb(m.rss), "heap", mb(m.heapUsed), "/", mb(m.heapTotal), "ext", mb(m.external), "ab", mb(m.arrayBuffers)) }
}
await pool.close(); await site.close()
