import type { Branding } from "@mon/model"
import { useState } from "react"
import { endpoints } from "../api/endpoints.ts"
import { keys, queryClient, useBranding } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { LogoField } from "../form/LogoField.tsx"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { workspaceDe } from "./workspace.de.ts"
import { workspaceEn } from "./workspace.en.ts"

const workspaceWords = { en: workspaceEn, de: workspaceDe } as const

const NAME_LENGTH = 60

const BrandingForm = ({ branding }: { readonly branding: Branding }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(workspaceWords)
  const [logo, setLogo] = useState(branding.logo)
  const { isRunning, onChange, onSubmit, problem } = useSubmit(async (fields) => {
    const name = String(fields.get("name")).trim()
    const changes = { name: name === "" ? null : name, ...(logo === branding.logo ? {} : { logo }) }
    queryClient.setQueryData(keys.branding, await endpoints.updateBranding(changes))
    notify(common.form.saved)
  }, logo !== branding.logo)
  return (
    <form className={form["plain"]} onChange={onChange} onSubmit={onSubmit}>
      <Field label={words.name} hint={words.nameHint}>
        {(shared) => (
          <input
            {...shared}
            name="name"
            maxLength={NAME_LENGTH}
            autoComplete="organization"
            defaultValue={branding.name ?? ""}
          />
        )}
      </Field>
      <LogoField words={words} logo={logo} isOnWhite onChange={setLogo} />
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button type="submit" disabled={isRunning}>
          {common.form.save}
        </Button>
      </div>
    </form>
  )
}

const Shown = ({ logo, name }: Branding) => {
  const words = useScreenWords(workspaceWords)
  return (
    <div className={css["text"]}>
      {logo === null ? null : <img className={`${form["logo"]} ${form["white"]}`} src={logo} alt={words.logoAlt} />}
      <p>{name ?? (logo === null ? words.none : "")}</p>
      <p className={css["small"]}>{words.readOnly}</p>
    </div>
  )
}

export const Workspace = () => {
  const words = useScreenWords(workspaceWords)
  const query = useBranding()
  const manages = useManages()
  return (
    <div className={css["halves"]}>
      <Card title={words.title}>
        <div className={css["text"]}>
          <p>{words.lead}</p>
          <Loaded query={query} rows={2}>
            {(branding) =>
              manages ? (
                <BrandingForm key={`${branding.name} ${branding.logo?.length}`} branding={branding} />
              ) : (
                <Shown {...branding} />
              )
            }
          </Loaded>
        </div>
      </Card>
    </div>
  )
}
