import { z } from "zod";

const personSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});

export const addedPeopleSchema = z.object({
  people: z.array(personSchema),
  entry: personSchema,
  pasted: z.string().optional(),
});
export type AddedPeople = z.output<typeof addedPeopleSchema>;
