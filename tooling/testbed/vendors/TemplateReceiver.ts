import { retryAfter, startVendor, textReply, unless, type VendorServer } from "./VendorServer.ts"

/** Starts a server that accepts any body. Requests with equal `Idempotency-Key` are one message. */
export const startTemplateReceiver = (): Promise<VendorServer> =>
  startVendor({
    check: ({ bytes, headers }) => [
      ...unless(bytes > 0 && bytes <= 64 * 1024, "1 to 65536 bytes"),
      ...unless(typeof headers["idempotency-key"] === "string", "no Idempotency-Key"),
      ...unless(typeof headers["content-type"] === "string", "no Content-Type")
    ],
    identity: ({ headers }) => String(headers["idempotency-key"]),
    accept: () => textReply(204, ""),
    refuse: (status, wait, problems) => textReply(status, problems.join(", ") || "refused", retryAfter(wait))
  })
