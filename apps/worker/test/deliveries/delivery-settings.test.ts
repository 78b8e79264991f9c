import { SettingError } from "@mon/model"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "@effect/vitest"
import { readDeliverySettings } from "../../src/index.ts"

const whatsApp = { MON_WHATSAPP_TOKEN: "token", MON_WHATSAPP_PHONE_NUMBER_ID: "1065" }

describe("the settings of deliveries", () => {
  it("default to an outbox, no WhatsApp and the local address", () => {
    assert.deepStrictEqual(readDeliverySettings({}), {
      mail: { smtpUrl: null, from: "Mon <mon@localhost>" },
      whatsApp: null,
      identity: { baseUrl: "http://127.0.0.1:3000", service: "Mon" },
      channels: { targets: [] }
    })
  })

  it("are read from the environment, with secrets redacted", () => {
    const settings = readDeliverySettings({
      ...whatsApp,
      MON_SMTP_URL: "smtp://ann:hidden@mail.example.com:587",
      MON_BASE_URL: "https://mon.example.com/",
      MON_SERVICE_NAME: "Acme Watch",
      MON_WHATSAPP_VERSION: "v24.0",
      MON_WHATSAPP_TEMPLATES: "down=site_down,code=our_code",
      MON_WHATSAPP_LANGUAGE: "en_US"
    })
    assert.deepStrictEqual(settings.identity, { baseUrl: "https://mon.example.com", service: "Acme Watch" })
    assert.deepInclude(settings.whatsApp, { phoneNumberId: "1065", version: "v24.0" })
    assert.deepStrictEqual(settings.whatsApp?.templates, {
      names: { down: "site_down", up: "monitor_up", notice: "monitor_notice", code: "our_code" },
      language: "en_US"
    })
    assert.notInclude(JSON.stringify(settings), "hidden")
    assert.strictEqual(settings.whatsApp === null ? "" : Redacted.value(settings.whatsApp.accessToken), "token")
  })

  it.each([
    ["MON_SMTP_URL", "mail.example.com"],
    ["MON_MAIL_FROM", "Mon"],
    ["MON_BASE_URL", "ftp://mon.example.com"],
    ["MON_SERVICE_NAME", "<b>"],
    ["MON_WHATSAPP_PHONE_NUMBER_ID", "+49"],
    ["MON_WHATSAPP_BASE_URL", "graph"],
    ["MON_WHATSAPP_VERSION", "23"],
    ["MON_WHATSAPP_LANGUAGE", "English"],
    ["MON_WHATSAPP_TEMPLATES", "sideways=x"]
  ])("are refused if %s is %s, with a sentence that names the variable", (variable, value) => {
    try {
      readDeliverySettings({ ...whatsApp, [variable]: value })
      assert.fail("nothing was refused")
    } catch (error) {
      assert.instanceOf(error, SettingError)
      assert.match(String(error), new RegExp(`${variable} must be `, "u"))
    }
  })

  it("are rejected when WhatsApp has a token but no sender number", () => {
    assert.throws(() => readDeliverySettings({ MON_WHATSAPP_TOKEN: "token" }), /MON_WHATSAPP_PHONE_NUMBER_ID must be/u)
  })
})
