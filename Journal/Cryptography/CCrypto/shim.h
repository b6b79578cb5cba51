// Digests by their own functions keep their state in a value and allocate nothing; OpenSSL 3 calls them deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/md5.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>

// Macros that Swift does not read.
static const int daybookKeyPair = EVP_PKEY_KEYPAIR;
static const int daybookPublicKey = EVP_PKEY_PUBLIC_KEY;
