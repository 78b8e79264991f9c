/**
 * The proxy's host name inside the browser. Names in `.invalid` do not resolve (RFC 6761 section 6.4), so the browser
 * reaches nothing if it ignores the resolver rules below.
 */
const PROXY_NAME = "filtering-proxy.invalid"

/**
 * Returns Playwright's proxy settings for the browser and for each page's session. Requests to loopback addresses go
 * through the proxy too.
 */
export const proxySettings = (port: number): { readonly server: string; readonly bypass: string } => ({
  server: `http://${PROXY_NAME}:${port}`,
  bypass: "<-loopback>"
})

/**
 * Returns the flags that force all traffic through the proxy and limit memory, in addition to Playwright's own flags.
 */
export const chromiumFlags = (proxyPort: number): ReadonlyArray<string> => [
  // The browser resolves only the proxy's name, and not even IP addresses. Therefore, it opens no direct connections
  // and does no DNS prefetching.
  `--host-resolver-rules=MAP ${PROXY_NAME} 127.0.0.1:${proxyPort}, MAP * ~NOTFOUND`,
  "--dns-prefetch-disable",
  // UDP cannot pass through the proxy, so HTTP/3 is off and WebRTC uses only the proxy. The name of the WebRTC flag
  // depends on the version.
  "--disable-quic",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--autoplay-policy=user-gesture-required",
  "--disable-domain-reliability",
  "--no-pings",
  // The limit of a page's JavaScript heap, in megabytes.
  "--js-flags=--max-old-space-size=512"
]

/** The flags of Playwright that are removed so that pages cannot open windows. */
export const withoutPlaywrightFlags: ReadonlyArray<string> = ["--disable-popup-blocking"]
