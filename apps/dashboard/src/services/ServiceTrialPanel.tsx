import type { ServiceTrial } from "@mon/model"
import { change } from "../api/client.ts"
import { apiPath } from "../api/kindEndpoints.ts"
import css from "../form/AskPanel.module.css"
import { AskPanel } from "../form/AskPanel.tsx"
import { spelledOut } from "../form/fieldValues.ts"
import { listOf, recordOf } from "../form/partValues.ts"
import { TriedCheck, useOutcome } from "../monitors/TriedCheck.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { ownValue } from "../words/ownValue.ts"
import { useServiceWords } from "./useServiceWords.ts"

type Values = Readonly<Record<string, unknown>>

const FACT = /^(\w+): (.*)$/su

/** Shows a fact such as "serverVersion: 15.9" with a name in the viewer's language. */
const Fact = ({ fact }: { readonly fact: string }) => {
  const text = useServiceWords()
  const [, name = "", value = ""] = FACT.exec(fact) ?? []
  if (name === "") return <bdi lang="en">{fact}</bdi>
  const label = ownValue(text.found, name)
  return (
    <>
      {label === undefined ? <bdi lang="en">{spelledOut(name)}</bdi> : label}:{" "}
      <bdi>{value === "true" ? text.yes : value === "false" ? text.no : value}</bdi>
    </>
  )
}

const Shown = ({ trial }: { readonly trial: ServiceTrial }) => {
  const { address, error, found, url } = trial
  const text = useServiceWords().trial
  return (
    <>
      {error === null ? null : (
        <p>
          <ServiceMessage message={error.message} />
        </p>
      )}
      <TriedCheck check={trial} />
      <p className={css["soft"]}>
        {text.checked}: <bdi>{url}</bdi>
        {address === null ? null : (
          <>
            {" · "}
            {text.connected}: <bdi>{address}</bdi>
          </>
        )}
      </p>
      {found.length === 0 ? null : (
        <>
          <p className={css["title"]}>{text.found}</p>
          <ul className={css["met"]} aria-label={text.found}>
            {found.map((fact) => (
              <li key={fact}>
                <Fact fact={fact} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Returns the address in the check of a form, or null if it has none. A check with several hosts has several. */
const addressOf = (check: unknown): string | null => {
  const record = recordOf(check)
  if (record["type"] === "mailRoundTrip") {
    const servers = [addressOf(record["send"]), addressOf(record["receive"])]
    return servers.includes(null) ? null : servers.join(", ")
  }
  if (record["type"] === "httpSteps") {
    const urls = listOf(record["steps"]).map((step) => recordOf(step)["url"])
    return urls.length === 0 || urls.includes("") ? null : urls.join(", ")
  }
  const address = record["target"] ?? record["server"] ?? record["url"]
  return typeof address === "string" && address !== "" ? address : null
}

/** Checks a service once with the values of a form. */
export const ServiceTrialPanel = ({
  changes,
  id,
  onProblem,
  values
}: {
  /** The id of the service, or null for a new one. */
  readonly id: string | null
  readonly values: Values
  /** The values that differ from those of the service, or from the defaults of a new one. */
  readonly changes: Values
  readonly onProblem: (problem: string | null) => void
}) => {
  const { trial: text } = useServiceWords()
  const outcomeOf = useOutcome()
  const address = addressOf(values["check"])
  const path = id === null ? "/services/try" : apiPath("service", id, "/try")
  return (
    <AskPanel<ServiceTrial>
      addresses={address === null ? [] : [address]}
      options={changes}
      ask={({ options }) => change<ServiceTrial>("POST", path, options)}
      onProblem={onProblem}
      summaryOf={(trial) => outcomeOf(trial).join(" · ")}
      text={text}
    >
      {(trial) => <Shown trial={trial} />}
    </AskPanel>
  )
}
