// Which deliveries of webhooks each package accepts, and what a receiver pays for it.
import { build } from "esbuild"
import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { verifyWebhook } from "@mon/alerts"
import { verifyWebhook as verifyWithWebCrypto } from "@mon/alerts/verify"

const { version } = JSON.parse(readFileSync(new URL("../../packages/alerts/package.json", import.meta.url), "utf8"))

export const versions = { standardwebhooks: "1.1.1" }

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
const BODY = '{"type":"monitor.down"}'
const NOW = Math.floor(Date.now() / 1_000)

/** A signature as the specification describes it. */
const sign = ({ at = NOW, body = BODY, id = "msg_1", secret = SECRET }) =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(`${id}.${at}.${body}`)
    .digest("base64")}`

const delivery = ({ at = NOW, body = BODY, headers = {}, signature = sign({ at }) } = {}) => ({
  body,
  headers: { "webhook-id": "msg_1", "webhook-timestamp": String(at), "webhook-signature": signature, ...headers }
})

/** What arrives, and whether it may be accepted. */
const CASES = [
  ["a delivery", true, delivery()],
  ["a delivery with upper-case headers", true, upperCase(delivery())],
  [
    "two signatures, the second with this secret",
    true,
    delivery({ signature: `${sign({ secret: OTHER })} ${sign({})}` })
  ],
  ["a signature with another version first", true, delivery({ signature: `v1a,AAAA ${sign({})}` })],
  ["a body that is not text", true, bytes()],
  ["another secret", false, delivery({ signature: sign({ secret: OTHER }) })],
  ["a changed body", false, delivery({ body: BODY.replace("down", "up") })],
  ["a delivery from an hour ago", false, delivery({ at: NOW - 3_600 })],
  ["a delivery from an hour in the future", false, delivery({ at: NOW + 3_600 })],
  ["no signature", false, delivery({ headers: { "webhook-signature": "" } })],
  ["a signature without its version", false, delivery({ signature: sign({}).slice(3) })]
]

function upperCase({ body, headers }) {
  return {
    body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  }
}

function bytes() {
  const body = Buffer.from([0xff, 0xfe, 0x00, 0x41])
  const mac = createHmac("sha256", Buffer.from(SECRET.slice("whsec_".length), "base64"))
  const signature = `v1,${mac.update(`msg_1.${NOW}.`).update(body).digest("base64")}`
  return delivery({ body, signature })
}

const ours =
  (verify) =>
  async ({ body, headers }) => {
    const verdict = await verify({ secret: SECRET, headers, rawBody: body })
    return verdict.valid ? "accepted" : `rejected: ${verdict.reason}`
  }

const theirs =
  ({ Webhook }) =>
  async ({ body, headers }) => {
    try {
      new Webhook(SECRET).verify(body, headers)
      return "accepted"
    } catch (error) {
      // The signature is right, but the library also parses the body.
      return error instanceof SyntaxError ? `rejected: ${error.name}` : `rejected: ${error.message}`
    }
  }

const bundled = async (contents, resolveDir, platform) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "error",
    platform,
    conditions: ["@mon/source"]
  })
  return `${(gzipSync(outputFiles[0].contents, { level: 9 }).length / 1_024).toFixed(1)} KB`
}

/** The comparison in Markdown. */
export const compare = async ({ folder, load }) => {
  const here = fileURLToPath(new URL("../../packages/alerts/", import.meta.url))
  const contenders = {
    [`**@mon/alerts** ${version}`]: ours(verifyWebhook),
    "**@mon/alerts/verify**": ours(verifyWithWebCrypto),
    [`standardwebhooks ${versions.standardwebhooks}`]: theirs(load("standardwebhooks"))
  }
  const rows = []
  for (const [title, expected, given] of CASES) {
    const cells = []
    for (const answer of Object.values(contenders)) {
      const said = await answer(given)
      cells.push(said.startsWith("accepted") === expected ? said : `**${said}**`)
    }
    rows.push(`| ${title} | ${cells.join(" | ")} |`)
  }
  const sizes = [
    await bundled('export { verifyWebhook } from "./src/index.ts"', here, "node"),
    await bundled('export { verifyWebhook } from "./src/verify.ts"', here, "neutral"),
    await bundled('export { Webhook } from "standardwebhooks"', folder, "browser")
  ]
  return [
    `| what arrives | ${Object.keys(contenders).join(" | ")} |`,
    "|---|---|---|---|",
    ...rows,
    `| bundle size of the verifier, gzip | ${sizes.join(" | ")} |`,
    "",
    "Verdicts that differ from the specification are bold. standardwebhooks can also sign, and returns the parsed body. nodemailer is not in the table because this package uses it to send emails."
  ].join("\n")
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
