// breaks: home-of-@aws-sdk
import * as found from "@aws-sdk/client-s3";
export const uses = found;
