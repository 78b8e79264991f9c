/** The proxy's name inside the browser: `.invalid` resolves nowhere else (RFC 6761 section 6.4), so that nothing gets out should the rule below ever be ignored. */
export const PROXY_NAME = "filtering-proxy.invalid"

/** The proxy as Playwright wants it, for the browser and for each page's own session; loopback goes through it as well. */
export const proxySettings = (port: number): { readonly server: string; readonly bypass: string } => ({
  server: `http://${PROXY_NAME}:${port}`,
  bypass: "<-loopback>"
})

/** Flags beside Playwright's, which keep the browser to the proxy and its pages small. */
export const chromiumFlags = (proxyPort: number): ReadonlyArray<string> => [
  // The browser resolves the proxy and nothing else, not even address literals: no direct connection, no DNS prefetch.
  `--host-resolver-rules=MAP ${PROXY_NAME} 127.0.0.1:${proxyPort}, MAP * ~NOTFOUND`,
  "--dns-prefetch-disable",
  // UDP goes through no proxy: no HTTP/3, and WebRTC only what the proxy would carry. The flag had another name before.
  "--disable-quic",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--autoplay-policy=user-gesture-required",
  "--disable-domain-reliability",
  "--no-pings",
  // Megabytes of a page's JavaScript heap.
  "--js-flags=--max-old-space-size=512"
]

/** Pages may not open windows. */
export const withoutPlaywrightFlags: ReadonlyArray<string> = ["--disable-popup-blocking"]
