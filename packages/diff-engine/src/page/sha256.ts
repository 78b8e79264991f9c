/**
 * Undefined where there is no Node. An import would keep this package out of browsers. Loaded with the first page: Node
 * takes longer to load it than this package.
 */
const nodeCrypto = () => globalThis.process?.getBuiltinModule?.("node:crypto")

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** The SHA-256 of a text or of bytes in lower-case hex: by Node, elsewhere by WebCrypto. */
export const sha256 = async (content: string | Uint8Array): Promise<string> => {
  const node = nodeCrypto()
  if (node !== undefined) return node.createHash("sha256").update(content).digest("hex")
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content)
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))
}
