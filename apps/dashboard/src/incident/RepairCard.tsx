import type { IncidentDetails, IncidentRepair } from "@mon/model"
import { Link } from "wouter"
import { incidentEndpoints } from "../api/kindEndpoints.ts"
import { queryClient, useMonitors } from "../api/queries.ts"
import { ButtonForm } from "../form/ButtonForm.tsx"
import { notify } from "../ui/notify.ts"
import { Card, Facts } from "../ui/Card.tsx"
import screen from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Incident.module.css"
import { RepairServers } from "./RepairServers.tsx"
import { repairWords } from "./repairWords.ts"

const chips = { open: "bad", applied: "fair", verified: "good", closed: "good" } as const

/** The largest number of locations that one sentence names. */
const NAMED = 5

/** Returns the words, and the phrase for what failed. Only sites have an address of HTTP. */
const useRepairWords = ({ domainUrl }: Pick<IncidentDetails, "domainUrl">) => {
  const words = useScreenWords(repairWords)
  return { words, target: /^https?:/u.test(domainUrl) ? words.target.site : words.target.service }
}

const Report = ({ incident }: { readonly incident: IncidentDetails }) => {
  const { target, words } = useRepairWords(incident)
  const { id } = incident
  const send = async () => {
    await incidentEndpoints.verify(id)
    await queryClient.invalidateQueries({ queryKey: ["incident", id] })
    notify(words.asked(target))
  }
  return <ButtonForm className={css["takeBack"]} label={words.done} send={send} />
}

interface Shown {
  readonly incident: IncidentDetails
  readonly repair: IncidentRepair
  readonly canChange: boolean
}

/** Shows the number of locations that see the monitor up, and the names of all other locations. */
const Seen = ({ incident, repair: { locations } }: Pick<Shown, "incident" | "repair">) => {
  const { target, words } = useRepairWords(incident)
  const missing = locations.filter(({ sees }) => sees !== "up").map(({ location }) => location)
  const shown = missing.length > NAMED ? [...missing.slice(0, NAMED), "…"] : missing
  return (
    <>
      {words.seen(locations.length - missing.length, locations.length, target)}{" "}
      {missing.length === 0 ? null : <bdi>{words.waiting(shown.join(", "))}</bdi>}
    </>
  )
}

const Sentence = ({ canChange, incident, repair }: Shown) => {
  const { target, words } = useRepairWords(incident)
  const { reportedAt, reportedBy, state } = repair
  if (state === "applied") return <Seen incident={incident} repair={repair} />
  if (state !== "open") return words[state](target)
  if (reportedAt !== null) {
    const hasFailed = incident.evidence.some(({ checkedAt, status }) => checkedAt > reportedAt && status === "down")
    const person = reportedBy ?? words.unknownPerson
    return <bdi>{hasFailed ? words.stillDown(person) : words.reported(person)}</bdi>
  }
  return canChange ? words.open : words.openForReaders
}

export const RepairCard = ({ incident }: { readonly incident: IncidentDetails }) => {
  const { format } = useLanguage()
  const { target, words } = useRepairWords(incident)
  const monitor = useMonitors().data?.find(({ id }) => id === incident.domainId)
  const { repair } = incident
  if (repair === null) return null
  const { answers, previousIncidentId, reopened, repairSeconds, state, worth } = repair
  const canChange = monitor !== undefined && monitor.canWrite
  return (
    <Card
      title={words.title}
      action={
        <span className={screen["chip"]} data-state={chips[state]}>
          {words.states[state]}
        </span>
      }
    >
      <p>
        <Sentence incident={incident} repair={repair} canChange={canChange} />
      </p>
      {answers === null || state === "closed" ? null : <RepairServers answers={answers} />}
      {reopened === 0 ? null : (
        <p>
          {words.reopened(reopened)}{" "}
          {previousIncidentId === null ? null : <Link href={`/incidents/${previousIncidentId}`}>{words.previous}</Link>}
        </p>
      )}
      {worth === null || repairSeconds === null ? null : (
        <Facts
          rows={[
            [words.took(target), format.seconds(repairSeconds)],
            [words.worth, format.seconds(worth.downtimeSeconds)]
          ]}
        />
      )}
      {canChange && (state === "open" || state === "applied") ? <Report incident={incident} /> : null}
    </Card>
  )
}
