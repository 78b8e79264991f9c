import type { FoundSecret, LostChannel } from "@mon/import"
import { type ReactNode, useState } from "react"
import { type ConfigPlan, configFileEndpoints } from "./configFileEndpoints.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import css from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { askImporter } from "../importing/askImporter.ts"
import type { ReadFiles } from "../importing/importMessages.ts"
import { Found, LostChannels, MissingKinds, Reasons } from "./ImportReportView.tsx"
import { importWords } from "../importing/importWords.ts"
import { Note } from "./Note.tsx"

/** The largest number of fields for secrets that are shown at once. */
const MOST_SECRETS = 200

const Secrets = ({ secrets }: { readonly secrets: ReadonlyArray<FoundSecret> }) => {
  const words = useScreenWords(importWords)
  if (secrets.length === 0) return null
  return (
    <Card title={words.secretsTitle(secrets.length)}>
      <div className={form["plain"]}>
        <p className={css["small"]}>{words.secretsHint}</p>
        {secrets.slice(0, MOST_SECRETS).map(({ name, path }) => (
          <Field key={name} label={name} hint={path}>
            {(shared) => (
              <input {...shared} name={name} type="password" autoComplete="off" spellCheck={false} maxLength={4_096} />
            )}
          </Field>
        ))}
        {secrets.length <= MOST_SECRETS ? null : (
          <p className={css["small"]}>{words.moreSecrets(secrets.length - MOST_SECRETS)}</p>
        )}
      </div>
    </Card>
  )
}

/** Lists the places in the file that the comparison ignored because no value was given for a secret. */
const WithoutSecrets = ({ places }: { readonly places: ReadonlyArray<string> }) => {
  const words = useScreenWords(importWords)
  if (places.length === 0) return null
  return (
    <details className={css["details"]}>
      <summary>{words.withoutSecrets(places.length)}</summary>
      <ul>
        {places.map((place) => (
          <li key={place} className={css["small"]}>
            <bdi>{place}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

export const ImportPreview = ({
  onPlanned,
  read: { document, report }
}: {
  readonly read: ReadFiles
  readonly onPlanned: (plan: ConfigPlan | null) => void
}) => {
  const words = useScreenWords(importWords)
  const [fault, setFault] = useState<ReactNode>(null)
  const [leftOut, setLeftOut] = useState<ReadonlyArray<string>>([])
  const [unset, setUnset] = useState<ReadonlyArray<LostChannel>>([])
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    setFault(null)
    onPlanned(null)
    const secrets = report.secrets.flatMap(({ name }) => {
      const value = data.get(name)
      return typeof value === "string" && value !== "" ? [[name, value] as const] : []
    })
    const written = await askImporter({ kind: "write", document, secrets })
    if (written.kind !== "written") {
      const message = written.kind === "refused" ? written.message : null
      setFault(message === null ? words.stopped : <Note text={message} />)
      return
    }
    setLeftOut(written.leftOut)
    setUnset(written.lostChannels)
    onPlanned(await configFileEndpoints.plan(written.text))
  })
  return (
    <form className={css["stack"]} onSubmit={onSubmit}>
      <MissingKinds missingKinds={report.missingKinds} />
      <Found counts={report.counts} fields={report.fields} />
      <LostChannels lostChannels={report.lostChannels} />
      <Secrets secrets={report.secrets} />
      <Reasons groups={report.groups} />
      <FormProblem problem={fault ?? problem} />
      <WithoutSecrets places={leftOut} />
      <LostChannels lostChannels={unset} />
      {report.counts.some(({ imported }) => imported > 0) ? (
        <div className={form["save"]}>
          <Button type="submit" kind="primary" disabled={isRunning}>
            {isRunning ? words.planning : words.plan}
          </Button>
        </div>
      ) : null}
    </form>
  )
}
