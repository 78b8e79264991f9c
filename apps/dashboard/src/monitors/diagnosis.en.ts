export const diagnosisEn = {
  title: "Likely cause",
  confidence: (percent: number) => `confidence ${percent}%`,
  nextStep: "What to do",
  evidence: "Evidence",
  against: "Evidence against it",
  others: "Other possible causes",
  guesses: "Possible causes",
  missing: "What would help find the cause"
}
