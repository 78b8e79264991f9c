import type { LocationAdvisory } from "@mon/model"
import { DiagnosisCard } from "../monitors/DiagnosisCard.tsx"
import { Ago } from "../ui/time.tsx"
import { advisoriesDe } from "./advisories.de.ts"
import { advisoriesEn } from "./advisories.en.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "../monitors/Monitor.module.css"

const advisoryWords = { en: advisoriesEn, de: advisoriesDe } as const

/**
 * Shows the locations whose results contradict the results of most other locations: the problem at each location, and
 * its reason.
 */
const LocationAdvisories = ({ advisories }: { readonly advisories: ReadonlyArray<LocationAdvisory> }) => {
  const texts = useScreenWords(advisoryWords)
  return advisories.map(({ diagnosis, location, sees, since }) => (
    <section key={location} className={`${css["wide"]} ${css["advisory"]}`} aria-label={texts[sees](location)}>
      <p>
        <b>{texts[sees](location)}</b> {texts[`${sees}Means`]}{" "}
        <span className={css["soft"]}>
          {texts.since} <Ago at={since} />
        </span>
      </p>
      <DiagnosisCard diagnosis={diagnosis} />
    </section>
  ))
}

export default LocationAdvisories
