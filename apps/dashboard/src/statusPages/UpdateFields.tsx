import type { PostKind, PostState } from "@mon/model"
import { Field } from "../form/Field.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { statusPagesWords } from "./statusPagesWords.ts"

/** The states of each kind of post. They equal `postStates` of @mon/model, whose values are not part of this build. */
const statesOf: Readonly<Record<PostKind, ReadonlyArray<PostState>>> = {
  incident: ["investigating", "identified", "monitoring", "resolved", "postmortem"],
  maintenance: ["scheduled", "in_progress", "verifying", "completed", "cancelled"]
}

const LONGEST = 10_000
const ROWS = 5

export const UpdateFields = ({
  body,
  kind,
  onBody,
  onState,
  state
}: {
  readonly kind: PostKind
  readonly state: PostState
  readonly body: string
  readonly onState: (state: PostState) => void
  readonly onBody: (body: string) => void
}) => {
  const words = useScreenWords(statusPagesWords)
  const states = statesOf[kind]
  return (
    <>
      <Field label={words.state}>
        {(shared) => (
          <select
            {...shared}
            value={state}
            onChange={({ target }) => onState(states.find((one) => one === target.value) ?? state)}
          >
            {states.map((one) => (
              <option key={one} value={one}>
                {words.postStates[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.body} hint={words.bodyHint}>
        {(shared) => (
          <textarea
            {...shared}
            required
            rows={ROWS}
            maxLength={LONGEST}
            value={body}
            onChange={({ target }) => onBody(target.value)}
          />
        )}
      </Field>
    </>
  )
}
