#include "CReparteeZlib.h"
