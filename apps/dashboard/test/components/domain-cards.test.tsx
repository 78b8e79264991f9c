import type { Domain } from "@mon/model"
import { expect, it } from "vitest"
import { NothingCard, RedirectCard, RegistrationCard } from "../../src/domain/DomainFacts.tsx"
import { CertificateCard } from "../../src/monitors/CertificateCard.tsx"
import { MailCard } from "../../src/domain/DomainOverview.tsx"
import { domainOf, type Site } from "../records.ts"
import { render } from "./render.tsx"

const site: Site = {
  id: "d1",
  name: "Shop",
  host: "shop.example",
  state: "up",
  since: 0,
  grade: "A",
  certDays: 40,
  regDays: 100,
  tags: [],
  settings: {}
}
const known = domainOf(site)
const fresh: Domain = { ...known, ssl: null, domainExpiry: null, redirect: null, emailHealth: null }

const texts = (elements: ReadonlyArray<Element>) => elements.map(({ textContent }) => textContent)

it.each([
  ["en", known, false, ["Certificate", "Registration", "Redirects"], []],
  ["en", fresh, true, ["Nothing to show"], ["Incidents", "Certificate", "Email health", "Registration"]],
  ["de", { ...known, redirect: null }, false, ["Zertifikat", "Registrierung"], []]
] as const)(
  "a domain has a card only for what there is, and one for the rest: %s",
  async (language, domain, hasNoIncidents, cards, rest) => {
    const { screen } = await render(
      <>
        <CertificateCard ssl={domain.ssl} />
        <RegistrationCard domain={domain} />
        <RedirectCard domain={domain} />
        <NothingCard domain={domain} hasNoIncidents={hasNoIncidents} />
      </>,
      language
    )
    expect(texts(screen.getByRole("heading").elements())).toEqual(cards)
    const last = screen.getByRole("region").last()
    const terms = rest.length === 0 ? [] : texts(last.getByRole("term").elements())
    expect(terms).toEqual(rest)
  }
)

it.each([
  ["en", "Limited by", "CN=R11, a certificate in its chain"],
  ["de", "Begrenzt durch", "CN=R11, ein Zertifikat seiner Kette"]
] as const)("a certificate says which one of its chain ends before it: %s", async (language, term, value) => {
  const ssl = known.ssl === null ? null : { ...known.ssl, endsFirst: "CN=R11" }
  const { screen } = await render(<CertificateCard ssl={ssl} />, language)
  expect(texts(screen.getByRole("term").elements())[1]).toBe(term)
  await expect.element(screen.getByText(value)).toBeVisible()
})

it.each([
  ["en", "owner", "Not checked, because the email health check is switched off.", "Switch it on in the settings"],
  ["de", "write", "Nicht geprüft: Die E-Mail-Prüfung ist ausgeschaltet.", "In den Einstellungen einschalten"],
  ["en", "read", "Not checked, because the email health check is switched off.", null]
] as const)("a domain whose email is not checked says so, and leads to the switch: %s, %s", async (...row) => {
  const [language, access, sentence, link] = row
  const domain: Domain = { ...known, access, emailHealthEnabled: false, emailHealth: null }
  const { screen } = await render(
    <>
      <MailCard domain={domain} />
      <NothingCard domain={domain} hasNoIncidents={false} />
    </>,
    language
  )
  await expect.element(screen.getByText(sentence)).toBeVisible()
  expect(screen.getByRole("heading").elements()).toHaveLength(1)
  expect(texts(screen.getByRole("link").elements())).toEqual(link === null ? [] : [link])
})
