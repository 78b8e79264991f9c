import { useState } from "react"
import { FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import css from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type ConfigPlan, type ConfigResult, configFileEndpoints } from "./configFileEndpoints.ts"
import { configFileWords } from "./configFileWords.ts"
import { Beside, Created, Deleted, type NameAt, Noted, Receivers, Refused, Updated } from "./PlanParts.tsx"

/**
 * The path under which warnings are translated. A sentence with this path is neither about a place in the file nor from
 * the YAML parser.
 */
const WARNING = "warning"

export const Applied = ({ onAgain, result }: { readonly result: ConfigResult; readonly onAgain: () => void }) => {
  const words = useScreenWords(configFileWords)
  const { created, deleted, updated, warnings } = result
  return (
    <Card title={words.appliedTitle}>
      <div className={css["text"]} role="status">
        <p>{words.applied(created, updated, deleted)}</p>
        {warnings.map((warning) => (
          <p key={warning} className={css["fair"]}>
            {words.fault(warning, WARNING)}
          </p>
        ))}
        <div>
          <Button onClick={onAgain}>{words.again}</Button>
        </div>
      </div>
    </Card>
  )
}

export const PlanView = ({
  nameAt = () => null,
  onApplied,
  plan
}: {
  readonly nameAt?: NameAt
  readonly plan: ConfigPlan
  readonly onApplied: (result: ConfigResult) => void
}) => {
  const words = useScreenWords(configFileWords)
  const [allowsDelete, setAllowsDelete] = useState(false)
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    if (plan.planId !== null) onApplied(await configFileEndpoints.apply(plan.planId, allowsDelete))
  })
  const { adopt, changes, create, delete: deletions, receivers, refused, update } = plan
  const needsTick = deletions.length > 0 && !allowsDelete
  const isEmpty = changes === 0 && adopt.length === 0
  return (
    <form className={css["stack"]} onSubmit={onSubmit}>
      <h2>{words.result}</h2>
      {refused.length > 0 ? <Refused refused={refused} nameAt={nameAt} /> : null}
      {refused.length === 0 && changes === 0 ? (
        <p role="status">{adopt.length === 0 ? words.nothing : words.only}</p>
      ) : null}
      {receivers.length > 0 ? <Receivers receivers={receivers} /> : null}
      {create.length > 0 ? <Created create={create} /> : null}
      {update.length > 0 ? <Updated update={update} /> : null}
      <Noted adopt={adopt} kept={plan.kept} routeOrder={plan.routeOrder} />
      {deletions.length > 0 ? (
        <Deleted deletions={deletions}>
          <label className={form["check"]}>
            <input
              type="checkbox"
              checked={allowsDelete}
              onChange={({ target }) => setAllowsDelete(target.checked)}
              aria-describedby="allow-delete-hint"
            />
            {words.allowDelete(deletions.length)}
          </label>
          <span id="allow-delete-hint" className={css["under"]}>
            {words.allowHint}
          </span>
        </Deleted>
      ) : null}
      <Beside drift={plan.drift} unmanaged={plan.unmanaged} />
      <FormProblem problem={problem} />
      {plan.planId === null || isEmpty ? null : (
        <div className={form["save"]}>
          <Button type="submit" kind="primary" disabled={isRunning || needsTick}>
            {words.apply}
          </Button>
        </div>
      )}
    </form>
  )
}
