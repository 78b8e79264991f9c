/** Returns whether a grade is D or F. With such a grade, email may be rejected, so an alert is sent. */
export const isBadGrade = (grade: string | null): boolean => grade === "D" || grade === "F"
