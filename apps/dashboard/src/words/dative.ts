/** Returns "2 Tagen" for the German duration "2 Tage". */
export const dative = (duration: string): string => duration.replace(/\bTage\b/u, "Tagen")
