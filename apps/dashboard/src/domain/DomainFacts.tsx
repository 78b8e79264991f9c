import type { Domain } from "@mon/model"
import { Card, Facts } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import css from "../monitors/Monitor.module.css"
import { useUntil } from "../monitors/CertificateCard.tsx"

const waitsForMailGrade = ({ emailHealth, emailHealthEnabled }: Domain): boolean =>
  emailHealthEnabled && (emailHealth?.grade ?? null) === null

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
