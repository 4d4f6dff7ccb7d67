// breaks: bucket-home
import * as found from "@aws-sdk/client-s3";
export const uses = found;
