import type { Domain } from "@mon/model"
import { Card, Facts } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import css from "../monitors/Monitor.module.css"

const SOON_DAYS = 30

const useUntil = () => {
  const { format, words } = useLanguage()
  return (days: number, date: string, isRefused = false) => (
    <span className={isRefused || days <= SOON_DAYS ? css["bad"] : css["good"]}>
      {words.domain.until(days < 0 ? words.domains.expired : words.domains.days(days), format.date(Date.parse(date)))}
    </span>
  )
}

const waitsForMailGrade = ({ emailHealth, emailHealthEnabled }: Domain): boolean =>
  emailHealthEnabled && (emailHealth?.grade ?? null) === null

export const CertificateCard = ({ domain: { ssl } }: { readonly domain: Domain }) => {
  const { words } = useLanguage()
  const until = useUntil()
  if (ssl === null) return null
  return (
    <Card title={words.domain.certificate}>
      <Facts
        rows={[
          [
            ssl.problems.length === 0 && ssl.daysRemaining >= 0 ? words.domain.valid : words.domain.refusedUntil,
            until(ssl.daysRemaining, ssl.validTo, ssl.problems.length > 0)
          ],
          [words.domain.endsFirst, ssl.endsFirst === undefined ? null : words.domain.ofChain(ssl.endsFirst)],
          [
            words.domain.problems,
            ssl.problems.length === 0 ? null : (
              <span className={css["bad"]}>
                {ssl.problems.map((problem) => words.certProblem[problem] ?? problem).join(", ")}
              </span>
            )
          ],
          [words.domain.issuer, ssl.issuer],
          [words.domain.subject, ssl.subject],
          [words.domain.key, `${ssl.keyType.toUpperCase()} ${ssl.keyBits ?? ""}`],
          [words.domain.protocol, ssl.protocol]
        ]}
      />
    </Card>
  )
}

export const RegistrationCard = ({ domain: { domainExpiry } }: { readonly domain: Domain }) => {
  const { words } = useLanguage()
  const until = useUntil()
  if (domainExpiry === null) return null
  const { daysRemaining, expiresAt, registrar, source, statuses } = domainExpiry
  return (
    <Card title={words.domain.registration}>
      <Facts
        rows={[
          daysRemaining === null || expiresAt === null
            ? [words.domain.ends, words.domain.noDate]
            : [daysRemaining < 0 ? words.domain.refusedUntil : words.domain.valid, until(daysRemaining, expiresAt)],
          [words.domain.registrar, registrar],
          [words.domain.source, source.toUpperCase()],
          [words.domain.statuses, statuses.length === 0 ? null : statuses.join(", ")]
        ]}
      />
    </Card>
  )
}

export const RedirectCard = ({ domain: { redirect } }: { readonly domain: Domain }) => {
  const { words } = useLanguage()
  if (redirect === null || !redirect.detected) return null
  return (
    <Card title={words.domain.redirects}>
      <ol className={css["hops"]}>
        {redirect.hops.map(({ statusCode, url }, index) => (
          <li key={`${index} ${url}`}>
            <code>{statusCode ?? "–"}</code> {url}
          </li>
        ))}
        <li>
          <b>{redirect.finalUrl}</b>
        </li>
      </ol>
    </Card>
  )
}

/** Shows one card with a sentence for each subject without data, instead of a separate card for each. */
export const NothingCard = ({
  domain,
  hasNoIncidents
}: {
  readonly domain: Domain
  readonly hasNoIncidents: boolean
}) => {
  const { words } = useLanguage()
  const { domainExpiry, ssl } = domain
  const text = words.domain
  const rows = [
    [text.incidents, hasNoIncidents ? text.noIncidents : null],
    [text.certificate, ssl === null ? text.certificateNone : null],
    [text.mail, waitsForMailGrade(domain) ? text.mailNone : null],
    [text.registration, domainExpiry === null ? text.registrationNone : null]
  ] as const
  return rows.every(([, value]) => value === null) ? null : (
    <Card title={text.nothing}>
      <Facts rows={rows} />
    </Card>
  )
}
