// breaks: css-class-exists
export const Lost = () => <b className="list nowhere">lost</b>;
