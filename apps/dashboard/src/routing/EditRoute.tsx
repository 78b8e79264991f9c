import type { AlertRoute, AlertSeverity, RoutedFactKind } from "@mon/model"
import { useState } from "react"
import { useLocation } from "wouter"
import { serviceSentence } from "../alerts/serviceSentence.ts"
import { toggled } from "../form/Choices.tsx"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { ChoiceFields } from "./ChoiceFields.tsx"
import { useReceiverQuestion } from "../alerts/ReceiverChanges.tsx"
import { RepeatFields } from "./RepeatFields.tsx"
import { draftOf, offersFallback, problemOf, type RouteDraft, toRequest } from "./routeDraft.ts"
import { rereadRoutes, routeEndpoints, useRoutes } from "./routeQueries.ts"
import css from "../alerts/Routes.module.css"
import { routesWords } from "../alerts/routesWords.ts"
import { FallbackFields, StepFields } from "./StepFields.tsx"
import { ownValue } from "../words/ownValue.ts"

const NAME_LENGTH = 60
const MINIMUM_REMINDER = 5
const MAXIMUM_REMINDER = 10_080
const SEVERITIES: ReadonlyArray<AlertSeverity> = ["critical", "error", "warning", "info"]
const KINDS: ReadonlyArray<RoutedFactKind> = [
  "down",
  "degraded",
  "flapping",
  "page_changed",
  "page_error",
  "dns_changed",
  "checks_stopped",
  "certificate_expiring",
  "certificate_invalid",
  "domain_expiring",
  "email_health_alert",
  "external_alert"
]

const Checks = <Value extends string>({
  chosen,
  hint,
  names,
  onChange,
  title,
  values
}: {
  readonly title: string
  readonly hint: string
  readonly values: ReadonlyArray<Value>
  readonly names: Readonly<Record<Value, string>>
  readonly chosen: ReadonlyArray<Value>
  readonly onChange: (chosen: ReadonlyArray<Value>) => void
}) => (
  <fieldset className={form["field"]}>
    <legend>{title}</legend>
    <p>{hint}</p>
    <div className={css["options"]}>
      {values.map((value) => (
        <label key={value} className={form["check"]}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => onChange(toggled(chosen, value, target.checked))}
          />{" "}
          {ownValue(names, value)}
        </label>
      ))}
    </div>
  </fieldset>
)

const RouteForm = ({ route }: { readonly route: AlertRoute | null }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(routesWords)
  const [, navigate] = useLocation()
  const [stored] = useState(() => draftOf(route))
  const [draft, setDraft] = useState(stored)
  const [wrong, setWrong] = useState<string | null>(null)
  const { agrees, question } = useReceiverQuestion()
  const update = (changes: Partial<RouteDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    const found = problemOf(draft)
    setWrong(found === null ? null : "step" in found ? words[found.what](found.step) : words[found.what])
    if (found !== null) return
    const request = toRequest(draft)
    const trial =
      route === null ? await routeEndpoints.tryNew(request) : await routeEndpoints.tryChange(route.id, request)
    if (!(await agrees(trial))) return
    const saved = route === null ? await routeEndpoints.create(request) : await routeEndpoints.update(route.id, request)
    await rereadRoutes()
    notify(words.saved(saved.name))
    navigate("/routes")
  }, draft !== stored)
  return (
    <form className={form["form"]} onSubmit={onSubmit}>
      {question}
      <Field label={words.name}>
        {(shared) => (
          <input
            {...shared}
            required
            maxLength={NAME_LENGTH}
            autoComplete="off"
            value={draft.name}
            onChange={({ target }) => update({ name: target.value })}
          />
        )}
      </Field>
      <Checks<RoutedFactKind>
        title={words.kindsTitle}
        hint={words.kindsHint}
        values={KINDS}
        names={words.kinds}
        chosen={draft.kinds}
        onChange={(kinds) => update({ kinds })}
      />
      <Checks<AlertSeverity>
        title={words.severitiesTitle}
        hint={words.severitiesHint}
        values={SEVERITIES}
        names={words.severities}
        chosen={draft.severities}
        onChange={(severities) => update({ severities })}
      />
      <ChoiceFields draft={draft} onChange={update} />
      <StepFields steps={draft.steps} onChange={(steps) => update({ steps })} />
      {offersFallback(draft) ? (
        <FallbackFields chosen={draft.fallback} onChange={(fallback) => update({ fallback })} />
      ) : null}
      <RepeatFields draft={draft} onChange={(repeat) => update({ repeat })} />
      <Field label={words.reminder} hint={words.reminderHint}>
        {(shared) => (
          <input
            {...shared}
            type="number"
            min={MINIMUM_REMINDER}
            max={MAXIMUM_REMINDER}
            value={draft.reminderMinutes}
            onChange={({ target }) => update({ reminderMinutes: target.value })}
          />
        )}
      </Field>
      <FormProblem problem={wrong ?? (problem === null ? null : serviceSentence(problem, common.language))} />
      <div className={form["save"]}>
        <Button type="submit" kind="primary" disabled={isRunning}>
          {words.save}
        </Button>
        <ButtonLink href="/routes">{common.dialog.cancel}</ButtonLink>
      </div>
    </form>
  )
}

const EditRoute = ({ id }: { readonly id?: string }) => {
  const words = useScreenWords(routesWords)
  const query = useRoutes()
  const route = query.data?.find((one) => one.id === id)
  if (id === undefined)
    return (
      <Screen title={words.addTitle}>
        <RouteForm route={null} />
      </Screen>
    )
  if (query.data !== undefined && route === undefined) return <Absent />
  return (
    <Screen title={route === undefined ? words.title : words.editTitle(route.name)}>
      <Loaded query={query}>{() => (route === undefined ? null : <RouteForm route={route} />)}</Loaded>
    </Screen>
  )
}

export default EditRoute
