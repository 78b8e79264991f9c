/** Whether a grade is D or F. Email may then be rejected, so an alert is sent. */
export const isBadGrade = (grade: string | null): boolean => grade === "D" || grade === "F"
