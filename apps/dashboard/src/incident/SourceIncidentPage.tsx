import type { SourceIncidentDetails } from "@mon/model"
import { Link } from "wouter"
import { SourceAlertMark } from "../alerts/SourceAlertMark.tsx"
import { sourceEndpoints, useSourceIncident } from "../alerts/sourceQueries.ts"
import { sourcesWords } from "../alerts/sourcesWords.ts"
import { ApiProblem } from "../api/client.ts"
import { useAccount } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Card, Facts } from "../ui/Card.tsx"
import { Curl } from "../ui/Curl.tsx"
import { notify } from "../ui/notify.ts"
import { Screen } from "../ui/Screen.tsx"
import screen from "../ui/Screen.module.css"
import { Ago, Exact, Lasted } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { AcknowledgeButton, AcknowledgeCard } from "./AcknowledgeCard.tsx"
import { Deliveries } from "./Deliveries.tsx"
import css from "./Incident.module.css"
import { webAddress } from "./webAddress.ts"

/** Shows text of a stranger with its line breaks. */
const Text = ({ text }: { readonly text: string }) => (
  <span className={css["lines"]}>
    <bdi>{text}</bdi>
  </span>
)

const Source = ({ incident: { sourceKind, sourceName } }: { readonly incident: SourceIncidentDetails }) => {
  const words = useScreenWords(sourcesWords)
  const manages = useManages()
  const name = <bdi>{sourceName}</bdi>
  return (
    <>
      {manages ? <Link href="/alert-sources">{name}</Link> : name}{" "}
      <span className={css["soft"]}>({words.kinds[sourceKind]})</span>
    </>
  )
}

const Reported = ({ incident }: { readonly incident: SourceIncidentDetails }) => {
  const { format } = useLanguage()
  const words = useScreenWords(sourcesWords)
  const { alerts, key, lastReceivedAt, link, note, resolvedAt, severity, startedAt, status, summary } = incident
  const address = webAddress(link)
  const { page } = words
  return (
    <Card title={page.reported}>
      <Facts
        rows={[
          [page.source, <Source key="source" incident={incident} />],
          [page.severity, words.severities[severity]],
          [page.stateTerm, words.state[status]],
          [
            page.began,
            <span key="start">
              <Exact at={startedAt} /> <span className={css["soft"]}>({format.zone})</span>
            </span>
          ],
          [page.ended, resolvedAt === null ? null : <Exact key="end" at={resolvedAt} />],
          [page.lasted, <Lasted key="lasted" from={startedAt} until={resolvedAt} />],
          [
            page.received,
            <span key="received">
              {page.times(alerts)}, {page.lastAt} <Ago at={lastReceivedAt} />
            </span>
          ],
          [page.description, summary === null ? null : <Text key="summary" text={summary} />],
          [
            page.link,
            address === null ? null : (
              <a key="link" href={address} target="_blank" rel="noreferrer noopener nofollow">
                <bdi>{address}</bdi>
              </a>
            )
          ],
          [page.note, note === null ? null : <Text key="note" text={note} />],
          [page.key, <bdi key="key">{key}</bdi>]
        ]}
      />
    </Card>
  )
}

const Labels = ({ labels }: Pick<SourceIncidentDetails, "labels">) => {
  const { page } = useScreenWords(sourcesWords)
  if (labels.length === 0) return null
  return (
    <Card title={page.labels}>
      <dl className={css["labels"]}>
        {labels.map(({ name, value }) => (
          <div key={`${name}=${value}`}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const Details = ({ incident }: { readonly incident: SourceIncidentDetails }) => {
  const { words: common } = useLanguage()
  const { page } = useScreenWords(sourcesWords)
  const account = useAccount().data
  const isViewer = account?.memberRole === "viewer"
  const { deliveries, id, labels, status, title } = incident
  const isOpen = status === "open"
  const acknowledged = {
    calls: sourceEndpoints,
    incident,
    isChangeable: isOpen && account !== undefined && !isViewer
  }
  const copy = () => navigator.clipboard.writeText(globalThis.location.href).then(() => notify(common.domain.copied))
  return (
    <>
      <title>{`${title} · ${common.app}`}</title>
      <header className={css["top"]}>
        <SourceAlertMark incident={incident} />
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <span className={css["actions"]}>
          <Curl path={`/alert-sources/incidents/${id}`} />
          {navigator.clipboard === undefined ? null : (
            <Button onClick={() => void copy()}>{common.incident.copyLink}</Button>
          )}
          <Link href="/incidents">{page.toList}</Link>
          <AcknowledgeButton {...acknowledged} />
        </span>
      </header>
      <div className={css["parts"]}>
        <div className={css["column"]}>
          {isOpen && isViewer ? <p className={css["soft"]}>{page.viewer}</p> : null}
          <AcknowledgeCard {...acknowledged} />
          <Reported incident={incident} />
          <Deliveries deliveries={deliveries} none={page.nobody} />
        </div>
        <Labels labels={labels} />
      </div>
    </>
  )
}

const Absent = () => {
  const { page } = useScreenWords(sourcesWords)
  return (
    <Screen title={page.absent}>
      <div className={screen["none"]}>
        <p>{page.absentHint}</p>
        <ButtonLink href="/incidents">{page.toList}</ButtonLink>
      </div>
    </Screen>
  )
}

/** Shows an incident that another tool has opened. */
const SourceIncidentPage = ({ id }: { readonly id: string }) => {
  const { data, error, refetch } = useSourceIncident(id)
  if (data !== undefined) return <Details incident={data} />
  if (error instanceof ApiProblem && error.status === 404) return <Absent />
  return <Unloaded error={error} refetch={refetch} />
}

export default SourceIncidentPage
