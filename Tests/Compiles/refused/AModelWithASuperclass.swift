import Repartee

class Animal {}

// expect: @JSONModel is for classes without a superclass: write init(json:) and write(to:) of 'Dog'; if 'Animal' is a
// protocol, conform to it in an extension
@JSONModel
final class Dog: Animal {
  var breed = "pug"
}
