import { useWebhooks, useWhatsApp } from "../api/accountQueries.ts"
import { useChannels } from "../alerts/channelQueries.ts"
import { HoursFields } from "../alerts/HoursFields.tsx"
import { DAYS } from "../alerts/weeklyHours.ts"
import { toggled } from "../form/Choices.tsx"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import screen from "../ui/Screen.module.css"
import { browserZone } from "../words/format.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useOnCallSchedules } from "../alerts/onCallQueries.ts"
import { type RouteTarget, type StepDraft, takenAwayFrom } from "./routeDraft.ts"
import { personName, useRoutePeople } from "./routeQueries.ts"
import css from "../alerts/Routes.module.css"
import { isOnCallKey, onCallChoices, stepTargetKey } from "../alerts/stepTarget.ts"
import { routesWords } from "../alerts/routesWords.ts"
import { shownChannel } from "./shownChannel.ts"

const MOST_STEPS = 10
const MOST_MINUTES = 10_080
const NEXT_AFTER_MINUTES = 10
const WORKING_DAYS = 5
const WORK = { start: "09:00", end: "17:00", days: DAYS.slice(0, WORKING_DAYS) }

const useTargets = (): ReadonlyArray<RouteTarget> => {
  const words = useScreenWords(routesWords)
  const channels = useChannels().data ?? []
  const people = useRoutePeople().data ?? []
  const schedules = useOnCallSchedules().data ?? []
  const exists = {
    email: true,
    whatsapp: typeof useWhatsApp(true).data?.number === "string",
    webhooks: (useWebhooks().data ?? []).length > 0
  }
  return [
    ...(["email", "whatsapp", "webhooks"] as const).map((id) => ({
      id,
      name: words.targetNames[id],
      isDefault: exists[id]
    })),
    ...channels.map((channel) => ({
      id: channel.id,
      name: shownChannel(channel, words),
      isDefault: channel.inDefaultRoute && channel.isActive
    })),
    ...schedules.flatMap(({ id, name }) =>
      onCallChoices.map((who) => ({
        id: stepTargetKey({ schedule: id, who }),
        name: words.onCall[who](name),
        isDefault: false
      }))
    ),
    // A person who is chosen by name gets the emails that the target "email" sends to everybody.
    ...people.map((person) => ({ id: person.membershipId, name: words.person(personName(person)), isDefault: false }))
  ]
}

const TakenAway = ({ steps }: { readonly steps: ReadonlyArray<StepDraft> }) => {
  const words = useScreenWords(routesWords)
  const names = takenAwayFrom({ steps }, useTargets())
  return (
    <div role="status">
      {names.length === 0 ? null : <p className={screen["notice"]}>{words.takesAway(names.join(", "))}</p>}
    </div>
  )
}

const Targets = ({
  chosen,
  onChange,
  targets,
  title
}: {
  readonly title: string
  readonly targets: ReadonlyArray<RouteTarget>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}) => (
  <fieldset className={form["field"]}>
    <legend>{title}</legend>
    <div className={css["options"]}>
      {targets.map(({ id, name }) => (
        <label key={id} className={form["check"]}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(toggled(chosen, id, target.checked))}
          />{" "}
          <bdi>{name}</bdi>
        </label>
      ))}
    </div>
  </fieldset>
)

/** Chooses who gets a step if nobody on call can be reached. */
export const FallbackFields = ({
  chosen,
  onChange
}: {
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}) => {
  const words = useScreenWords(routesWords)
  const targets = useTargets().filter(({ id }) => !isOnCallKey(id))
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.fallbackTitle}</legend>
      <p>{words.fallbackHint}</p>
      <Targets title={words.who} targets={targets} chosen={chosen} onChange={onChange} />
    </fieldset>
  )
}

const Hours = ({ onChange, step }: { readonly step: StepDraft; readonly onChange: (step: StepDraft) => void }) => {
  const words = useScreenWords(routesWords)
  return (
    <>
      <label className={form["check"]}>
        <input
          type="checkbox"
          checked={step.hours !== null}
          onChange={({ target }) =>
            onChange({ ...step, hours: target.checked ? { ...WORK, timezone: browserZone() } : null })
          }
        />{" "}
        {words.inHours}
      </label>
      {step.hours === null ? null : (
        <HoursFields hours={step.hours} onChange={(hours) => onChange({ ...step, hours })} />
      )}
    </>
  )
}

const Step = ({
  number,
  onChange,
  onRemove,
  step
}: {
  readonly number: number
  readonly step: StepDraft
  readonly onChange: (step: StepDraft) => void
  readonly onRemove: (() => void) | null
}) => {
  const words = useScreenWords(routesWords)
  const targets = useTargets()
  return (
    <fieldset className={form["item"]}>
      <legend>{words.step(number)}</legend>
      <Field label={words.minutes}>
        {(shared) => (
          <input
            {...shared}
            type="number"
            required
            min={0}
            max={MOST_MINUTES}
            value={step.afterMinutes}
            onChange={({ target }) => onChange({ ...step, afterMinutes: target.value })}
          />
        )}
      </Field>
      <Targets
        title={words.who}
        targets={targets}
        chosen={step.targets}
        onChange={(chosen) => onChange({ ...step, targets: chosen })}
      />
      <Hours step={step} onChange={onChange} />
      {onRemove === null ? null : <Button onClick={onRemove}>{words.removeStep(number)}</Button>}
    </fieldset>
  )
}

export const StepFields = ({
  onChange,
  steps
}: {
  readonly steps: ReadonlyArray<StepDraft>
  readonly onChange: (steps: ReadonlyArray<StepDraft>) => void
}) => {
  const words = useScreenWords(routesWords)
  const last = steps.at(-1)
  const add = () =>
    onChange([
      ...steps,
      {
        key: Math.max(...steps.map(({ key }) => key)) + 1,
        afterMinutes: String(Number(last?.afterMinutes ?? 0) + NEXT_AFTER_MINUTES),
        targets: [],
        hours: null
      }
    ])
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.stepsTitle}</legend>
      <p>{words.stepsHint}</p>
      {steps.map((step, index) => (
        <Step
          key={step.key}
          number={index + 1}
          step={step}
          onChange={(changed) => onChange(steps.map((one) => (one.key === step.key ? changed : one)))}
          onRemove={steps.length === 1 ? null : () => onChange(steps.filter(({ key }) => key !== step.key))}
        />
      ))}
      <TakenAway steps={steps} />
      {steps.length >= MOST_STEPS ? null : <Button onClick={add}>{words.addStep}</Button>}
    </fieldset>
  )
}
