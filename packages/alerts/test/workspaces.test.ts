import { describe, expect, it } from "vitest"
import { composeEmail, type Recipient, validateEmail } from "../src/index.ts"
import { down } from "./facts.ts"

const logo = { contentType: "image/png", content: new Uint8Array([1, 2, 3]), width: 481, height: 120 }
const ann: Recipient = {
  to: "ann@example.org",
  timeZone: "UTC",
  service: "Mon",
  messageDomain: "mon.example.com",
  settingsUrl: null,
  stopUrl: null
}
const screenshot = { contentType: "image/webp", content: new Uint8Array([4]) }

describe("the emails of a workspace", () => {
  it("have its name and logo above the message", () => {
    const email = composeEmail(down, { ...ann, workspace: { name: "Blau & <i>Söhne</i>", logo } }, { screenshot })
    expect(validateEmail(email)).toEqual({ valid: true })
    expect(email.text.startsWith("Blau & <i>Söhne</i>\n\nDOWN")).toBe(true)
    expect(email.html).toContain("<bdi>Blau &amp; &lt;i&gt;Söhne&lt;/i&gt;</bdi>")
    const [image, shot] = email.attachments ?? []
    expect([image?.filename, image?.contentType, image?.content]).toEqual(["logo.png", "image/png", logo.content])
    expect(shot?.filename).toBe("screenshot.webp")
    expect(email.html).toContain(`<img src="cid:${image?.contentId}" alt="" width="241" height="60"`)
    expect(image?.contentId).not.toBe(shot?.contentId)
  })

  it("describe a logo that stands alone", () => {
    const email = composeEmail(down, { ...ann, workspace: { name: null, logo } })
    expect(email.html).toContain('alt="Logo"')
    expect(email.text.startsWith("DOWN")).toBe(true)
  })

  it("are the emails of before without a name and a logo", () => {
    const plain = composeEmail(down, ann)
    expect(composeEmail(down, { ...ann, workspace: null })).toEqual(plain)
    expect(composeEmail(down, { ...ann, workspace: { name: null, logo: null } })).toEqual(plain)
    expect(plain).not.toHaveProperty("attachments")
  })
})
