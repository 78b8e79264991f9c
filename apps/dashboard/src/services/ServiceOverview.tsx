import type { Service, ServiceCheck } from "@mon/model"
import { Fragment } from "react"
import { useTimeline } from "../api/monitorQueries.ts"
import { shownState } from "../api/monitors.ts"
import { CertificateCard } from "../monitors/CertificateCard.tsx"
import { Checks } from "../monitors/Checks.tsx"
import { concernText } from "../monitors/concernText.ts"
import css from "../monitors/Monitor.module.css"
import { PhaseLegend } from "../monitors/PhaseLegend.tsx"
import { ResponseCard } from "../monitors/ResponseCard.tsx"
import { StoppedOptions } from "../monitors/StoppedOptions.tsx"
import { useChartRange } from "../monitors/useChartRange.ts"
import { Card, Facts } from "../ui/Card.tsx"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useServiceWords } from "./useServiceWords.ts"

interface OfService {
  readonly record: Service
}

/** Shows the problem of the certificate, whether the service is slow, its last response time and its last check. */
export const ServiceStanding = ({
  record: { checkInterval, isDegraded, lastCheckedAt, lastResponseTimeMs, ssl, status }
}: OfService) => {
  const { format, words } = useLanguage()
  const text = useServiceWords()
  const now = useNow()
  const [problem] = ssl?.problems ?? []
  const checkedAt = lastCheckedAt === null ? null : Date.parse(lastCheckedAt)
  return (
    <>
      {problem !== undefined && shownState(status, problem) === "refused" ? (
        <b className={css["refused"]}> · {concernText(words, { kind: "certProblem", problem })}</b>
      ) : null}
      {status === "up" && isDegraded ? ` · ${words.state.degraded}` : null}
      {lastResponseTimeMs === null ? null : ` · ${text.answered(format.milliseconds(lastResponseTimeMs))}`}
      {checkedAt === null ? null : (
        <span title={format.dateTime(checkedAt)}>
          {" · "}
          {words.domain.checked(format.ago(checkedAt, now), format.seconds(checkInterval))}
        </span>
      )}
    </>
  )
}

/** Shows the response times by phase. */
export const ServiceOverview = ({ record: { id, responseTime, stoppedOptions } }: OfService) => {
  const { range, setRange } = useChartRange("24h")
  const { data: timeline, isError } = useTimeline(id, range, "service")
  return (
    <>
      <StoppedOptions stopped={stoppedOptions} />
      <ResponseCard
        before={<PhaseLegend responseTime={responseTime} timeline={timeline} />}
        isError={isError}
        onRange={setRange}
        range={range}
        timeline={timeline}
      />
    </>
  )
}

/** Shows an address that may break before its host and before its port. */
const Address = ({ url }: { readonly url: string }) => (
  <bdi>
    {url.split(/(?<=\/\/)|(?=:\d+$)/u).map((part) => (
      <Fragment key={part}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </bdi>
)

const CheckFacts = ({ check, url }: { readonly check: ServiceCheck; readonly url: string }) => {
  const text = useServiceWords()
  const login = "login" in check ? check.login : undefined
  const tls = "tls" in check ? check.tls : undefined
  return (
    <Facts
      rows={[
        [text.facts.type, text.types[check.type]],
        [text.facts.address, <Address key="address" url={url} />],
        [text.facts.tls, tls === undefined ? null : (text.labels[`check.tls.${tls}`] ?? tls)],
        [text.facts.login, login === undefined ? null : text.facts.withLogin(login.username)]
      ]}
    />
  )
}

/** Shows the type and the address of the service, and its certificate. */
export const ServiceSide = ({ record: { check, ssl, url } }: OfService) => {
  const { facts } = useServiceWords()
  return (
    <>
      <Card title={facts.title}>
        {check === null ? <p className={css["soft"]}>{facts.unreadable}</p> : <CheckFacts check={check} url={url} />}
      </Card>
      <CertificateCard ssl={ssl} />
    </>
  )
}

/** Shows the checks of the last 24 hours. */
export const ServiceChecks = ({ record: { id } }: OfService) => <Checks kind="service" id={id} />
