/**
 * The proxy's name inside the browser: `.invalid` resolves nowhere else (RFC 6761 section 6.4), so that nothing gets
 * out if the rule below is ignored.
 */
const PROXY_NAME = "filtering-proxy.invalid"

/** Playwright's proxy settings, for the browser and for each page's session; loopback goes through the proxy too. */
export const proxySettings = (port: number): { readonly server: string; readonly bypass: string } => ({
  server: `http://${PROXY_NAME}:${port}`,
  bypass: "<-loopback>"
})

/** Flags in addition to Playwright's that force all traffic through the proxy and limit memory. */
export const chromiumFlags = (proxyPort: number): ReadonlyArray<string> => [
  // The browser resolves only the proxy, not even IP addresses: no direct connection, no DNS prefetch.
  `--host-resolver-rules=MAP ${PROXY_NAME} 127.0.0.1:${proxyPort}, MAP * ~NOTFOUND`,
  "--dns-prefetch-disable",
  // UDP cannot be proxied: no HTTP/3, and WebRTC only over the proxy. The flag has two names, depending on the version.
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
