import { CheckServiceNow } from "./CheckServiceNow.tsx"
import { firstCheck } from "./firstCheck.ts"
import { PasteAddress } from "./PasteAddress.tsx"
import { serviceFieldsDe } from "./serviceFields.de.ts"
import { serviceFieldsEn } from "./serviceFields.en.ts"
import { ServiceChecks, ServiceOverview, ServiceSide, ServiceStanding } from "./ServiceOverview.tsx"
import { servicesDe } from "./services.de.ts"
import { servicesEn } from "./services.en.ts"
import { ServiceTrialPanel } from "./ServiceTrialPanel.tsx"

/** The parts that services add to the screens of all kinds. */
export const serviceParts = {
  Action: CheckServiceNow,
  Standing: ServiceStanding,
  Overview: ServiceOverview,
  Side: ServiceSide,
  tabs: [
    { name: "checks", label: { en: servicesEn.checks, de: servicesDe.checks }, call: "/history", Part: ServiceChecks }
  ],
  fieldWords: { en: serviceFieldsEn, de: serviceFieldsDe },
  firstValues: firstCheck,
  Start: PasteAddress,
  Trial: ServiceTrialPanel
} as const
