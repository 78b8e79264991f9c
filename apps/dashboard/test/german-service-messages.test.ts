import { englishIn } from "@mon/tooling/english"
import { contentFaults, outcomes } from "@mon/uptime-probe"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { causeText } from "../src/monitors/causeText.ts"
import { germanCheckMessage, germanExpectation } from "../src/words/checkMessages.de.ts"
import { de } from "../src/words/catalogue.de.ts"
import { en } from "../src/words/catalogue.en.ts"
import { germanMessage } from "../src/words/serviceMessages.de.ts"

const packages = fileURLToPath(new URL("../../../packages", import.meta.url))

/**
 * Returns the messages in sources of the engines, with names in place of values. The dashboard must not import the
 * engines.
 */
const messagesIn = (...files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files.flatMap((file) =>
    [
      ...readFileSync(`${packages}/${file}`, "utf8").matchAll(
        /(?:=>|message:|\bfault\() *(?:"([A-Z][^"]*\.)"|`([^`]*\.)`)/gu
      )
    ].map(([, plain, template]) =>
      (plain ?? template ?? "")
        .replaceAll(/\$\{JSON[^}]*\}/gu, '"name"')
        .replaceAll(/\$\{(?:statusText|Redirects)[^}]*\}/gu, "20")
        .replaceAll(/\$\{[^}]*\}/gu, "name")
    )
  )

/** Returns the matches of a pattern in sources, outside of comments and imports, with names in place of values. */
const textsIn = (pattern: RegExp, ...files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files
    .map((file) =>
      readFileSync(`${packages}/${file}`, "utf8").replaceAll(/^ *(?:\/\*)?\*.*$|\/\/.*$|^import .*$/gmu, "")
    )
    .flatMap((source) => [...source.matchAll(pattern)])
    .map(([, plain, template]) =>
      (plain ?? template ?? "")
        .replaceAll(/\$\{list\([^}]*\}\) *=> *server\)\)\}/gu, "name")
        .replaceAll(/\$\{(?:JSON|shownSelector)[^}]*\}/gu, '"name"')
        .replaceAll(/\$\{(?:body\.length|[A-Z\d_]+|maxBytes|seconds|ms)\}/gu, "20")
        .replaceAll(/\$\{[^}]*\}/gu, "name")
    )

const SENTENCE = /"([A-Z][^"\n]* [^"\n]*\.)"|`((?:[A-Z]|\$\{)[^`]* [^`]*\.)`/gu

describe("the German messages of deliveries, pages and DNS", () => {
  const sentences = textsIn(
    SENTENCE,
    "public-net/src/http/createHttpExchange.ts",
    "alerts/src/webhook/WebhookFault.ts",
    "alerts/src/channels/ChannelAnswer.ts",
    "checks/src/isolation/checkSuspect.ts",
    "checks/src/requests/sealedRequest.ts",
    "checks/src/requests/performCheck.ts",
    "checks/src/pages/examineResponse.ts",
    "checks/src/pages/renderPage.ts",
    "checks/src/pages/checkPage.ts",
    "diff-engine/src/page/limitedDom.ts",
    "diff-engine/src/page/readPage.ts",
    "diff-engine/src/page/selectedJson.ts",
    "screenshot/src/page/NavigationFault.ts",
    "screenshot/src/proxy/ProxySession.ts",
    "screenshot/src/takeScreenshot.ts",
    "uptime-probe/src/dns-watch/dnsFindings.ts",
    "uptime-probe/src/http/HttpHead.ts",
    "uptime-probe/src/http/HttpReader.ts",
    "uptime-probe/src/http/Http1Exchange.ts",
    "uptime-probe/src/probe/RequestPlan.ts",
    "uptime-probe/src/service/Connection.ts",
    "uptime-probe/src/service/DnsExchange.ts",
    "uptime-probe/src/service/mail/MailReply.ts",
    "uptime-probe/src/service/Received.ts",
    "uptime-probe/src/service/WebSocketFrame.ts",
    "uptime-probe/src/service/probeTcp.ts",
    "uptime-probe/src/service/probeWebSocket.ts",
    "uptime-probe/src/probe/unmadeCheck.ts"
  ).filter((text) => !/^name \(|Monitor a smaller page|aborted/u.test(text))
  const mail = textsIn(/\["[A-Z_]+", "([^"]+)"\]/gu, "alerts/src/mail/SmtpFault.ts")
  const whatsApp = textsIn(/title: "([^"]+)"/gu, "alerts/src/whatsapp/WhatsAppFault.ts")
  const messages = [
    ...sentences,
    ...mail.map((fault) => `The mail server mail.example.com ${fault} (ERR_TLS): 421 4.7.0 Essai.`),
    "The webhook's secret cannot be decrypted.",
    "The channel's settings cannot be read.",
    "The mail server refused the email: 550 5.1.1 Boîte inconnue",
    "The mail server deferred the email: 451 4.7.1 Essai",
    ...whatsApp.map((title) => `${title} (131026: Essai).`),
    "The page is larger than 10 MiB. Monitor a smaller page of the site instead.",
    "Reading the page takes more than 20 seconds. Monitor a smaller page of the site instead.",
    '"$.price" is a JSONPath, but the page is HTML. Use a CSS selector such as "main".',
    "In the browser: The server responded with 503 Essai.",
    "The prober was too busy to run the check: The response did not start in time.",
    "The search for a pattern took too long and was stopped.",
    ...Object.values(outcomes)
      .filter(({ title }) => title !== outcomes.ok.title)
      .map(({ title }) => `${title}.`),
    ...Object.values(contentFaults).flatMap(({ title }) => [`${title}.`, `${title}: “Essai”.`]),
    "The browser could not show the page: The page crashed the browser."
  ]

  it("are there for each message", () => {
    expect([sentences.length, mail.length, whatsApp.length].map((count) => count >= 8)).toEqual([true, true, true])
    const german = messages.map((message) => germanMessage(message) ?? message)
    expect(englishIn(german, ['such as "', "404 Not Found"])).toEqual([])
    expect(messages.filter((message) => germanMessage(message) === null)).toEqual([])
  })

  it.each([
    ["Slack rejected the message. channel_not_found", "Slack nimmt die Nachricht nicht an. channel_not_found"],
    ["The receiver returned an error (HTTP 503).", "Der Empfänger antwortete mit einem Fehler (HTTP 503)."],
    [
      "The mail server mail.example.com did not accept the user name and password: 535 5.7.8 Nope",
      "Der Mailserver mail.example.com nahm Benutzernamen und Passwort nicht an: 535 5.7.8 Nope"
    ],
    ["The certificate is not valid (expired, wrong_host).", "Das Zertifikat ist ungültig (abgelaufen, falscher Name)."],
    [
      "The parent delegates example.com to none, but the zone lists ns1.example.net.",
      "Die übergeordnete Zone delegiert example.com an nichts, aber die Zone nennt ns1.example.net."
    ]
  ])("%s", (message, german) => {
    expect(germanMessage(message)).toBe(german)
  })
})

describe("the German messages of dialogues with services", () => {
  const service = `${packages}/uptime-probe/src/service/`
  const files = [
    ...globSync("*/*.ts", { cwd: service }).map((file) => `uptime-probe/src/service/${file}`),
    "uptime-probe/src/steps/probeSteps.ts"
  ]
  const messages = [
    ...textsIn(SENTENCE, ...files),
    ...textsIn(/"([A-Z][^"\n]*: \$)"|`([A-Z][^`]*: \$\{[^`]*\})`/gu, ...files)
  ].filter(
    // Headers, an email, a message about an error in our own code, and a condition that the examples below contain.
    (text) =>
      !/^[A-Z][\w-]*: |^This message tests|^Step name of |^A dialogue goes on|^The answer must name|^The response has no value name|^There is no value/u.test(
        text
      )
  )

  it("are there for each message", () => {
    expect(messages.length).toBeGreaterThan(70)
    expect(messages.filter((message) => germanMessage(message) === null)).toEqual([])
    expect(englishIn(messages.map((message) => germanMessage(message) ?? message))).toEqual([])
  })

  it.each([
    ["The server refuses the login: 28P01 password", "Der Server verweigert die Anmeldung: 28P01 password"],
    ["The server refuses requests (RATE).", "Der Server verweigert Anfragen (RATE)."],
    ['The answer must be at most 10, but it is "12".', 'Der Wert muss höchstens sein: 10. Er ist "12".'],
    [
      "The certificate is not valid (expired), so the check did not send the password.",
      "Das Zertifikat ist ungültig (abgelaufen). Deshalb sandte die Prüfung das Passwort nicht."
    ],
    [
      "Step 2 of 3 (sign in): The server responded with 503 Service Unavailable.",
      "Schritt 2 von 3 (sign in): Der Server antwortete mit 503 Service Unavailable."
    ],
    [
      'Step 1 of 3 (a): The response has no value at "$.token", which later steps need as "token".',
      'Schritt 1 von 3 (a): Die Antwort hat keinen Wert bei "$.token", den spätere Schritte als "token" brauchen.'
    ],
    [
      'The response has no value that matches the pattern, which later steps need as "id".',
      'Die Antwort hat keinen Wert nach dem Muster, den spätere Schritte als "id" brauchen.'
    ],
    ["There is no value for {{a}} and {{b}}.", "Es gibt keinen Wert für {{a}} und {{b}}."],
    ["None of the 3 packets was answered.", "Keines der 3 Pakete wurde beantwortet."],
    [
      "The receiving server must report dmarc=pass, but it reports nothing.",
      "Der empfangende Server muss dmarc=pass melden. Er meldet nichts."
    ],
    [
      "The server refuses messages to a@example.com: 550 no",
      "Der Server verweigert Nachrichten an a@example.com: 550 no"
    ]
  ])("%s", (message, german) => {
    expect(germanMessage(message)).toBe(german)
  })
})

describe("the German messages of checks", () => {
  const messages = messagesIn(
    "public-net/src/Dial.ts",
    "uptime-probe/src/probe/dialFailure.ts",
    "uptime-probe/src/probe/followRedirects.ts",
    "uptime-probe/src/http/Http1Exchange.ts",
    "uptime-probe/src/http/Http2Exchange.ts",
    "uptime-probe/src/expect/checkExpectations.ts",
    "uptime-probe/src/probe/performHop.ts",
    "uptime-probe/src/http/Redirects.ts",
    "uptime-probe/src/probe/RequestPlan.ts"
  ).filter((message) => !/^(?:Expected|As expected)/u.test(message))

  it("are there for each message of a request", () => {
    expect(messages.length).toBeGreaterThan(25)
    expect(messages.filter((message) => germanCheckMessage(message) === null)).toEqual([])
  })

  it.each([
    ["The server responded with 503 Service Unavailable.", "Der Server antwortete mit 503 Service Unavailable."],
    ["www.example.com:443 refused the connection.", "www.example.com:443 lehnte die Verbindung ab."],
    ["Expected the text “In stock”, not found.", "Erwartet: der Text “In stock”. Ergebnis: nicht gefunden."],
    [
      "Expected the status “200-299, 401”, got 404 Not Found.",
      "Erwartet: der Status “200-299, 401”. Ergebnis: erhalten: 404 Not Found."
    ],
    [
      "Expected the value at “$.state” to be “ok”, got “bad, got “worse””.",
      "Erwartet: an “$.state” der Wert “ok”. Ergebnis: erhalten: “bad, got “worse””."
    ],
    ["Expected the header “server” to match “^n”.", "Erwartet: die Kopfzeile “server” nach dem Muster “^n”."],
    [
      "Expected the header “server” to be “a” and to match “^n”, not found.",
      "Erwartet: die Kopfzeile “server” mit dem Wert “a” und nach dem Muster “^n”. Ergebnis: nicht gefunden."
    ],
    [
      "Expected every value at “$..n” to be above “1” and to be at most “5”, got “7”.",
      "Erwartet: an “$..n” ein Wert über “1” und ein Wert von höchstens “5”. Ergebnis: erhalten: “7”."
    ],
    [
      "Expected a valid certificate, got expired, wrong_host.",
      "Erwartet: ein gültiges Zertifikat. Ergebnis: es ist abgelaufen, falscher Name."
    ],
    [
      "Expected a response within 300 ms, got one after 412 ms.",
      "Erwartet: eine Antwort in höchstens 300 ms. Ergebnis: sie kam nach 412 ms."
    ],
    ["The redirects lead back to https://a.example/.", "Die Weiterleitungen führen zurück zu https://a.example/."]
  ])("%s", (message, german) => {
    expect(germanCheckMessage(message)).toBe(german)
  })

  it("say what a monitor expects, and what was found", () => {
    expect(germanExpectation("no header “server”")).toBe("keine Kopfzeile “server”")
    expect(germanExpectation("got one over IPv4")).toBe("sie kam über IPv4")
  })

  it("have a word for every code, as in English", () => {
    const codes = Object.keys(outcomes).filter((code) => code !== "ok")
    expect(codes.filter((code) => de.fault[code] === undefined || en.fault[code] === undefined)).toEqual([])
  })

  it("are null for a sentence that nobody has translated", () => {
    expect(germanCheckMessage("Something new.")).toBeNull()
    expect(germanCheckMessage("Expected something new, got it.")).toBeNull()
    expect(germanExpectation("something new")).toBeNull()
  })

  it("stand in lists of incidents", () => {
    const message = "Expected the text “In stock”, not found."
    expect(causeText(de, { code: "expectation_failed", message })).toBe(
      "Erwartet: der Text “In stock”. Ergebnis: nicht gefunden."
    )
    expect(causeText(de, { code: "http_status", message: "The server responded with 503." })).toBe(
      de.fault["http_status"]
    )
  })
})
