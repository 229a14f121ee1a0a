/// A description with operations that send and read types of every kind.
enum ShopDocument {
  static let text = """
    openapi: 3.1.0
    info: {title: Shop API, version: "1"}
    servers: [{url: https://shop.example.com/v1}]
    security: [{token: []}]
    paths:
      /orders:
        get:
          operationId: listOrders
          tags: [orders]
          summary: Lists orders.
          parameters:
            - {name: page_token, in: query, schema: {type: string}, description: Where the page begins.}
            - {name: limit, in: query, schema: {type: integer}}
            - {name: status, in: query, schema: {type: array, items: {type: string}}}
            - {name: sort, in: query, required: true, schema: {type: string, enum: [newest, oldest]}}
            - {name: X-Trace, in: header, schema: {type: string}}
          responses:
            "200":
              description: A page.
              content: {application/json: {schema: {$ref: "#/components/schemas/OrderPage"}}}
            "400":
              description: Refused.
              content: {application/json: {schema: {$ref: "#/components/schemas/Fault"}}}
        post:
          operationId: createOrder
          tags: [orders]
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: "#/components/schemas/OrderInput"}}}
          responses:
            "201":
              description: Made.
              content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
            "409": {description: It is there.}
            "422":
              description: Wrong.
              content: {application/json: {schema: {$ref: "#/components/schemas/Fault"}}}
      /orders/{id}:
        get:
          operationId: getOrder
          tags: [orders]
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          responses:
            "200":
              description: It.
              content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
            "404": {description: There is none.}
        delete:
          operationId: deleteOrder
          tags: [orders]
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer}}
            - {name: reason, in: query, schema: {type: string}}
          responses: {"204": {description: Gone.}}
      /payments:
        post:
          operationId: pay
          tags: [payments]
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: "#/components/schemas/PaymentInput"}}}
          responses:
            2XX:
              description: It.
              content: {application/json: {schema: {$ref: "#/components/schemas/Payment"}}}
      /payments/{number}:
        get:
          operationId: getPayment
          tags: [payments]
          parameters: [{name: number, in: path, required: true, schema: {type: string}}]
          responses:
            "200":
              description: It.
              content: {application/json: {schema: {$ref: "#/components/schemas/Payment"}}}
      /customers/{id}/address:
        put:
          operationId: moveCustomer
          tags: [customers]
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Address"}}}}
          responses:
            "200":
              description: It.
              content: {application/json: {schema: {$ref: "#/components/schemas/Address"}}}
      /customers/search:
        get:
          operationId: searchCustomers
          tags: [customers]
          parameters:
            - name: filter
              in: query
              style: deepObject
              schema:
                type: object
                required: [city]
                properties: {city: {type: string}, age: {type: integer}}
          responses:
            "200":
              description: All.
              content:
                application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Customer"}}}
      /customers/events:
        get:
          operationId: watchCustomers
          tags: [customers]
          responses:
            "200":
              description: All.
              content: {text/event-stream: {schema: {$ref: "#/components/schemas/CustomerEvent"}}}
      /login:
        post:
          operationId: login
          tags: [login]
          security: []
          requestBody:
            required: true
            content:
              application/x-www-form-urlencoded:
                schema:
                  type: object
                  required: [user, password]
                  properties: {user: {type: string}, password: {type: string}, device: {type: string}}
          responses: {"204": {description: Done.}}
      /photos:
        post:
          operationId: uploadPhoto
          tags: [photos]
          requestBody:
            required: true
            content:
              multipart/form-data:
                schema:
                  type: object
                  required: [image]
                  properties:
                    image: {type: string, format: binary}
                    title: {type: string}
                    count: {type: integer}
          responses: {"204": {description: Done.}}
      /notes:
        put:
          operationId: writeNote
          tags: [notes]
          requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
          responses: {"204": {description: Done.}}
    components:
      securitySchemes:
        token: {type: http, scheme: bearer}
        key: {type: apiKey, in: header, name: X-Key}
      schemas:
        OrderPage:
          type: object
          required: [orders]
          properties:
            orders: {type: array, items: {$ref: "#/components/schemas/Order"}}
            next_page_token: {type: string}
        Order:
          type: object
          required: [id, state, total, customer, lines]
          properties:
            id: {type: integer, description: Its number.}
            state: {type: string, enum: [open, paid, sent]}
            total: {type: number}
            currency: {type: string}
            customer: {$ref: "#/components/schemas/Customer"}
            lines: {type: array, items: {$ref: "#/components/schemas/Line"}}
            placed_at: {type: string, format: date-time}
            labels: {type: object, additionalProperties: {type: string}}
        Line:
          type: object
          required: [sku, count]
          properties:
            sku: {type: string}
            count: {type: integer}
            price: {type: number}
            gift: {type: boolean}
        Customer:
          type: object
          required: [id, name, home]
          properties:
            id: {type: integer}
            name: {type: string}
            email: {type: string}
            home: {$ref: "#/components/schemas/Address"}
            level: {$ref: "#/components/schemas/Level"}
        Level: {type: string, enum: [silver, gold]}
        Address:
          description: Where somebody lives.
          type: object
          required: [street, city, country]
          properties:
            street: {type: string}
            city: {type: string}
            country: {type: string, enum: [at, ch, de]}
            zip: {type: string}
            floor: {type: integer}
        OrderInput:
          type: object
          required: [lines, delivery, speed]
          properties:
            lines: {type: array, items: {$ref: "#/components/schemas/LineInput"}}
            delivery: {$ref: "#/components/schemas/Address"}
            speed: {type: string, enum: [slow, fast, instant]}
            coupon: {type: string}
            remark: {type: string}
        LineInput:
          type: object
          required: [sku, count]
          properties:
            sku: {type: string}
            count: {type: integer}
            wrapping: {type: string}
            urgent: {type: boolean}
        Payment:
          oneOf:
            - {$ref: "#/components/schemas/Card"}
            - {$ref: "#/components/schemas/Transfer"}
            - {$ref: "#/components/schemas/Cash"}
          discriminator:
            propertyName: kind
            mapping:
              card: "#/components/schemas/Card"
              transfer: "#/components/schemas/Transfer"
              cash: "#/components/schemas/Cash"
        Card:
          type: object
          required: [kind, digits]
          properties: {kind: {type: string}, digits: {type: string}, brand: {type: string}}
        Transfer:
          type: object
          required: [kind, account]
          properties: {kind: {type: string}, account: {type: string}, bank: {type: string}}
        Cash:
          type: object
          required: [kind, till]
          properties: {kind: {type: string}, till: {type: integer}}
        PaymentInput:
          oneOf:
            - {$ref: "#/components/schemas/CardInput"}
            - {$ref: "#/components/schemas/TransferInput"}
            - {$ref: "#/components/schemas/CashInput"}
          discriminator:
            propertyName: kind
            mapping:
              card: "#/components/schemas/CardInput"
              transfer: "#/components/schemas/TransferInput"
              cash: "#/components/schemas/CashInput"
        CardInput:
          type: object
          required: [kind, secret]
          properties: {kind: {type: string}, secret: {type: string}, holder: {type: string}}
        TransferInput:
          type: object
          required: [kind, iban]
          properties: {kind: {type: string}, iban: {type: string}, until: {type: string}}
        CashInput:
          type: object
          required: [kind, box]
          properties: {kind: {type: string}, box: {type: string}}
        CustomerEvent:
          type: object
          required: [event, at]
          properties: {event: {type: string}, at: {type: string}, who: {type: integer}}
        Note: {type: object, required: [text], properties: {text: {type: string}, color: {type: string}}}
        Fault:
          type: object
          required: [code]
          properties: {code: {type: string}, detail: {type: string}}
    """
}
